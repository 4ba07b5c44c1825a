package dev.termal.host.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Answer;
import dev.termal.api.ContentBlock;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import dev.termal.api.spi.HostTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class BuiltInToolsTest {
    @TempDir
    Path top;

    private Path folder;
    private Path further;
    private final List<Question> asked = new ArrayList<>();
    private Answer answer = new Answer.Declined("nobody is there to answer");

    private final class Session implements HostTool.Context {
        @Override
        public List<Path> folders() {
            return List.of(folder, further);
        }

        @Override
        public String session() {
            return "s";
        }

        @Override
        public CompletionStage<Answer> ask(String title, String text, List<Question.Field> fields) {
            asked.add(new Question("q", title, text, fields, java.util.Optional.empty(), true));
            return CompletableFuture.completedFuture(answer);
        }
    }

    @BeforeEach
    void folders() throws IOException {
        folder = Files.createDirectory(top.resolve("work"));
        further = Files.createDirectory(top.resolve("further"));
        Files.writeString(top.resolve("secret.txt"), "secret");
        Files.writeString(folder.resolve("a.txt"), "one\ntwo\nthree\n");
        Files.createSymbolicLink(folder.resolve("out.txt"), top.resolve("secret.txt"));
        Files.createSymbolicLink(folder.resolve("outside"), top);
        Files.createSymbolicLink(folder.resolve("in.txt"), folder.resolve("a.txt"));
    }

    private String call(String tool, Object... arguments) {
        Map<String, Object> json = new java.util.LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            json.put((String) arguments[i], arguments[i + 1]);
        }
        HostTool found = new BuiltInTools()
                .tools().stream()
                        .filter(each -> each.name().equals(tool))
                        .findFirst()
                        .orElseThrow();
        HostTool.Result result = found.call(new RawJson(JsonMapper.shared().writeValueAsString(json)), new Session())
                .toCompletableFuture()
                .join();
        return ((ContentBlock.Text) result.content().get(0)).text();
    }

    private String refusal(String tool, Object... arguments) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> call(tool, arguments))
                .getMessage());
    }

    @Test
    void aFileIsReadInParts() {
        assertEquals("one\ntwo\nthree\n", call("read_file", "path", "a.txt"));
        assertEquals(
                "one\ntwo\nthree\n",
                call("read_file", "path", folder.resolve("in.txt").toString()));
        assertEquals(
                "two\n[there is more: go on with offset 3]",
                call("read_file", "path", "a.txt", "offset", 2, "limit", 1));
        assertEquals("[the file has 3 lines]", call("read_file", "path", "a.txt", "offset", 9));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "out.txt",
                "../secret.txt",
                "outside/secret.txt",
                "outside/work/../secret.txt",
                "/etc/passwd",
                "nothing/../../secret.txt"
            })
    void whatIsOutsideIsRefused(String path) {
        assertTrue(
                refusal("read_file", "path", path).endsWith("is outside of the session's folders"),
                () -> refusal("read_file", "path", path));
        assertTrue(refusal("grep", "pattern", "secret", "path", path).contains("outside"));
    }

    @Test
    void furtherFoldersOfTheSessionAreInside() throws IOException {
        Files.writeString(further.resolve("b.txt"), "b");
        assertEquals("b\n", call("read_file", "path", "../further/b.txt"));
        assertEquals("b.txt", call("list_dir", "path", further.toString()));
    }

    @Test
    void whatCannotBeReadIsSaid() throws IOException {
        Files.write(folder.resolve("binary"), new byte[] {1, 0, 2});
        assertEquals("binary is no text", refusal("read_file", "path", "binary"));
        assertEquals(". is a folder", refusal("read_file", "path", "."));
        assertEquals("none: it is not there", refusal("read_file", "path", "none"));
        assertEquals("\"path\" must be given, as a text", refusal("read_file"));
        assertEquals("a.txt is no folder", refusal("list_dir", "path", "a.txt"));
    }

    @Test
    void whatIsLongIsCut() throws IOException {
        Files.writeString(folder.resolve("long"), ("x".repeat(3_000) + "\n").repeat(3_000));
        String text = call("read_file", "path", "long");
        assertTrue(text.length() <= ReadFile.MAX_CHARS + 100, () -> text.length() + " characters");
        assertTrue(text.endsWith("]"), text.substring(text.length() - 50));
        try (var file = Files.newByteChannel(
                folder.resolve("huge"),
                java.nio.file.StandardOpenOption.CREATE,
                java.nio.file.StandardOpenOption.WRITE)) {
            file.position(ReadFile.MAX_BYTES + 1);
            file.write(java.nio.ByteBuffer.wrap(new byte[] {65}));
        }
        assertEquals("huge is too long: more than 16 MiB", refusal("read_file", "path", "huge"));
    }

    @Test
    void aFolderIsListed() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        assertEquals("a.txt\nin.txt@\nout.txt@\noutside@\nsub/", call("list_dir"));
        assertEquals("[the folder is empty]", call("list_dir", "path", "sub"));
        for (int i = 0; i < ListFolder.MAX_ENTRIES + 1; i++) {
            Files.createFile(folder.resolve("sub").resolve("f" + i));
        }
        assertTrue(call("list_dir", "path", "sub").endsWith("[there is more]"));
    }

    @Test
    void linesAreFoundWithoutFollowingLinks() throws IOException {
        Files.createDirectories(folder.resolve("sub/.git"));
        Files.writeString(folder.resolve("sub/b.java"), "Two secrets");
        Files.writeString(folder.resolve("sub/.git/c"), "two");
        assertEquals("a.txt:2:two\n", call("grep", "pattern", "t.o"));
        assertEquals("sub/b.java:1:Two secrets\n", call("grep", "pattern", "secret"));
        assertEquals(
                "sub/b.java:1:Two secrets\n", call("grep", "pattern", "two", "ignoreCase", true, "include", "*.java"));
        assertEquals("[nothing matches]", call("grep", "pattern", "none"));
        assertEquals("a.txt:1:one\n", call("grep", "pattern", "one", "path", "a.txt"));
    }

    @Test
    void aSearchIsBounded() throws IOException {
        Files.writeString(folder.resolve("many"), "hit\n".repeat(1_000));
        String found = call("grep", "pattern", "hit");
        assertEquals(Search.MAX_MATCHES + 1, found.lines().count());
        assertTrue(found.endsWith("[there may be more]"), found);
        Files.writeString(folder.resolve("trap"), "a".repeat(60) + "!");
        assertEquals(
                "the pattern takes too long: make it simpler",
                refusal("grep", "pattern", ".*".repeat(10) + "b", "path", "trap"));
        assertTrue(refusal("grep", "pattern", "(").startsWith("not a pattern: "));
    }

    @Test
    void thePersonIsAsked() {
        answer = new Answer.Accepted(Map.of("answer", List.of("b")));
        assertEquals("b", call("ask_user", "question", "Which?", "choices", List.of("a", "b", "a")));
        Question question = asked.get(0);
        assertEquals("Which?", question.text());
        assertEquals(Question.Type.CHOICE, question.fields().get(0).type());
        assertEquals(2, question.fields().get(0).choices().size());
        answer = new Answer.Declined("nobody is there to answer");
        assertEquals("The person did not answer: nobody is there to answer", call("ask_user", "question", "Why?"));
        assertEquals(Question.Type.TEXT, asked.get(1).fields().get(0).type());
    }
}
