package dev.termal.host.chat.markdown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownStreamTest {
    private static final Pattern COLOUR = Pattern.compile("\u001B\\[[0-9;]*m");

    /** All that there is, with what is wrong, wide, cut short or meant to harm. */
    private static final String MIXED = """
            # The report

            Here is **what I found** in `src/main/App.java`, and *why* it __matters__: see [the manual](https://example.org/a(b))
            and a **bold that never ends, with `code that never ends.
            Snake_case_names and 2 * 3 * 4 stay; ~~gone~~ goes; \\*not emphasis\\*; a lone * and _ and ` too.

            ## Steps ##
            1. First, 日本語のとても長い文がここにあります、折り返しが必要です、幅は二桁です。
            2. Second with 😀 and größe
               - nested *item* that is long enough to be wrapped at a narrow width, twice at least if it is really narrow
               - [x] done
               - [ ] open
            - - -
            > quoted **text** over here
            >> deeper

            | Name | Count | What it is for, at some length |
            |:-----|------:|---|
            | a `x|y` | 12 | short |
            | 日本 | 3 | a longer cell that needs more room than a narrow terminal has for it |
            | only one

            ```java
            /* a block
               comment */ public static void main(String[] args) { return "a \\" string"; } // end
            ```
            ~~~
            no language ``` here
            ~~~
            Colours \u001B[31mred\u001B[0m, a title \u001B]0;owned\u0007, a cut one \u001B[3, a bell \u0007, \u202Ereversed.
            ***
            - last""";

    /** As agents answer, on the whole. */
    private static final String USUAL = """
            ## What was wrong

            The test fails because `Session.close()` is called **twice**: once by the `try` block and once by the listener that
            `Session.open()` registers. The second call finds the stream closed and throws.

            1. **Guard the second call.** A flag that is set under the lock is enough, since both callers hold it.
            2. Let the listener go when the session is closed, so that nothing keeps it alive.

            ```java
            synchronized (lock) {
                if (closed) {
                    return; // the listener came second
                }
                closed = true;
            }
            listeners.remove(this);
            stream.close();
            ```

            | File | Change |
            |------|--------|
            | `Session.java` | the flag, and the listener let go |
            | `SessionTest.java` | a test that closes twice |

            I have run `mvn test`: all 214 tests pass. See [the report](target/reports/index.html) for more.

            """;

    private static String whole(String text, int width, boolean colour) {
        MarkdownStream stream = new MarkdownStream(() -> width, colour);
        return stream.append(text) + stream.finish();
    }

    private static String plain(String text) {
        return whole(text, 80, false);
    }

    private static String inPieces(String text, int width, Random random, int most) {
        MarkdownStream stream = new MarkdownStream(() -> width, true);
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            int end = Math.min(text.length(), at + 1 + random.nextInt(most));
            out.append(stream.append(text.substring(at, end)));
            at = end;
        }
        return out.append(stream.finish()).toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 20, 40, 80, 200})
    void theResultDoesNotDependOnTheCuts(int width) {
        String expected = whole(MIXED, width, true);
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            assertEquals(expected, inPieces(MIXED, width, random, 1 + seed % 30), "seed " + seed);
        }
    }

    @Test
    void norForTextWithoutSense() {
        String[] parts = {
            "*",
            "**",
            "_",
            "`",
            "```",
            "\n",
            "\n\n",
            " ",
            "[",
            "](",
            ")",
            "!",
            "|",
            "|-|",
            "- ",
            "1. ",
            "#",
            "> ",
            "~~",
            "\\",
            "word",
            "日本",
            "😀",
            "\u001B[1m",
            "\u001B",
            "\u001B]8;;",
            "\u0007",
            "\t",
            "***",
            "a_b",
            "\r\n"
        };
        for (int seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i >= 0; i--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            String expected = whole(text.toString(), 30, true);
            assertEquals(expected, inPieces(text.toString(), 30, random, 4), () -> "of " + text);
            assertHarmless(expected);
        }
    }

    @Test
    void nothingOfTheAgentReachesTheTerminalAsASequence() {
        assertHarmless(whole(MIXED, 80, true));
        assertEquals(
                "Colours red, a title , \uFFFDend\n",
                plain("Colours \u001B[31mred\u001B[0m, a title \u001B]0;x\u0007, \u202Eend"));
    }

    private static void assertHarmless(String out) {
        String bare = COLOUR.matcher(out).replaceAll("");
        assertTrue(bare.chars().allMatch(c -> c == '\n' || !Character.isISOControl(c)), () -> "harmful: " + bare);
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 40, 80, 200})
    void linesFit(int width) {
        String prose = MIXED.substring(0, MIXED.indexOf("```java"));
        whole(prose, width, false)
                .lines()
                .forEach(line -> assertTrue(Styled.of(line, 0).width() < width, () -> width + " < " + line));
    }

    @Test
    void whatIsFinishedIsGivenOutAtOnce() {
        MarkdownStream stream = new MarkdownStream(() -> 20, false);
        assertEquals("", stream.append("one two three "));
        assertEquals("one two three four\n", stream.append("four five six"), "the line is full");
        assertEquals("five six\n", stream.append("\n"));
        assertEquals("", stream.append("| a | b |\n|---|---|\n| 1 | 2 |\n"), "a table waits for its end");
        assertEquals("a │ b\n──┼──\n1 │ 2\n\n", stream.append("\nnow\n").replace("now\n", ""));
        assertEquals("", stream.finish());
    }

    @Test
    void twoThousandPiecesCostLittleMoreThanTheirText() {
        String text = USUAL.repeat(12);
        MarkdownStream stream = new MarkdownStream(() -> 80, true);
        long written = 0;
        int size = text.length() / 2_000 + 1;
        for (int at = 0; at < text.length(); at += size) {
            written += bytes(stream.append(text.substring(at, Math.min(text.length(), at + size))));
        }
        written += bytes(stream.finish());
        long most = bytes(text) * 3L / 2;
        assertTrue(written <= most, written + " bytes of " + bytes(text));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void styles() {
        assertEquals("a \u001B[1mbold \u001B[mand \u001B[36mcode\u001B[m\n", whole("a **bold** and `code`", 80, true));
        assertEquals("\u001B[1;4mTitle\u001B[m\n", whole("# Title", 80, true));
        assertEquals("\u001B[1mbold \u001B[3mboth\u001B[m\n", whole("**bold *both***", 80, true));
    }

    @Test
    void codeIsColouredAndNotWrapped() {
        String out = whole("```java\nreturn \"x\"; // why\n```\nend", 10, true);
        assertEquals("  \u001B[35mreturn \u001B[;32m\"x\"\u001B[m; \u001B[2m// why\u001B[m\nend\n", out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "- item → • item",
                "3) item → 3) item",
                "- [x] item → [x] item",
                "> said → │ said",
                "[text](http://x.y) → text (http://x.y)",
                "[http://x.y](http://x.y) → http://x.y",
                "![alt](a.png) → image: alt (a.png)",
                "a_b_c → a_b_c",
                "2 * 3 * 4 → 2 * 3 * 4",
                "\\*x\\* → *x*",
                "`a*b*c` → `a*b*c`",
                "**open → **open",
                "*a **b** c* → a b c",
                "list[0](1 → list[0](1",
                "5 > 3 → 5 > 3",
                "--- → ────────────────────────"
            })
    void lines(String source, String expected) {
        assertEquals(expected + "\n", plain(source));
    }

    @Test
    void blankLinesAreOneAndNeverLast() {
        assertEquals("a\n\nb\n", plain("\n\na\n\n\n\nb\n\n\n"));
    }

    @Test
    void aLineWithoutEndIsBounded() {
        String endless = "x".repeat(100_000);
        assertEquals(endless, plain("```\n" + endless).replaceAll("\\s", ""));
        assertEquals(endless, plain(endless).replaceAll("\\s", ""));
    }
}
