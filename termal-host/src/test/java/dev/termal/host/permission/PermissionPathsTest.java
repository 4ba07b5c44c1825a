package dev.termal.host.permission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What rules say to calls that touch files, and which paths do not get around them. */
class PermissionPathsTest extends RuleFixture {
    @Test
    void aRuleAboutFilesAllowsNoCommandThatNamesThem() {
        ToolCall call = run("cat a").toBuilder()
                .locations(List.of(new ToolCall.Location(folder.resolve("a"), OptionalInt.empty())))
                .build();
        assertEquals(NOTHING, decide(call, paths(RuleDecision.ALLOW, "**")));
    }

    @ParameterizedTest
    @CsvSource({
        "src/**, src/a/b.txt, true",
        "src/**, src, true",
        "src/*, src/a.txt, true",
        "src/*, src/a/b.txt, false",
        "src/**/*.java, src/a/b/C.java, true",
        "src/**/*.java, src/C.java, true",
        "src/**/*.java, src/C.txt, false",
        "**, any/thing, true",
        "./src/*, src/a, true",
        "src/**, other/a, false",
        "src/**, src/../other/a, false",
        "src/**, src/../../home/a, false",
        "src/**, srcx/a, false",
        "src/**, SRC/a, false",
    })
    void filesAreAllowedByTheirRealPath(String pattern, String path, boolean allowed) throws IOException {
        Files.createDirectories(folder.resolve("src/a"));
        assertEquals(allowed ? ALLOW : NOTHING, decide(edit(path), paths(RuleDecision.ALLOW, pattern)));
    }

    @Test
    void linksAreFollowed() throws IOException {
        Files.createDirectories(folder.resolve("src"));
        Files.createDirectories(home.resolve("secret"));
        Files.createSymbolicLink(folder.resolve("src/out"), home.resolve("secret"));
        Files.createSymbolicLink(folder.resolve("src/nowhere"), folder.resolve("missing"));
        PermissionRule allow = paths(RuleDecision.ALLOW, "src/**");
        assertEquals(ALLOW, decide(edit("src/new/file"), allow));
        assertEquals(NOTHING, decide(edit("src/out/key"), allow));
        assertEquals(NOTHING, decide(edit("src/out/../x"), allow), "this is in the home");
        assertEquals(NOTHING, decide(edit("src/nowhere"), allow));
        assertEquals(NOTHING, decide(edit("src/nowhere/a"), allow));

        PermissionRule deny = paths(RuleDecision.DENY, "~/secret/**");
        assertEquals(DENY, decide(edit("src/out/key"), deny));
        assertEquals(DENY, decide(edit("../home/secret/key"), deny));
        assertEquals(DENY, decide(edit(folder + "/src/../../home/./secret/key"), deny));
        assertEquals(DENY, decide(edit(home.resolve("SECRET/key").toString()), deny));
        assertEquals(NOTHING, decide(edit("src/key"), deny));
    }

    @Test
    void aLinkToWhatIsNotThereYetLeadsThere() throws IOException {
        Files.createDirectories(folder.resolve("src"));
        Files.createSymbolicLink(folder.resolve("src/new"), home.resolve("new"));
        Files.createSymbolicLink(folder.resolve("src/round"), Path.of("round"));
        assertEquals(NOTHING, decide(edit("src/new"), paths(RuleDecision.ALLOW, "src/**")));
        assertEquals(ALLOW, decide(edit("src/new"), paths(RuleDecision.ALLOW, "~/*")));
        assertEquals(DENY, decide(edit("src/new/a"), paths(RuleDecision.DENY, "~/**")));
        assertEquals(NOTHING, decide(edit("src/round"), paths(RuleDecision.ALLOW, "**")));
        assertEquals(ASK, decide(edit("src/round"), paths(RuleDecision.DENY, "~/**")));
    }

    /** What is this process's is not the agent's. */
    @ParameterizedTest
    @ValueSource(strings = {"/proc/self/cwd/a", "/proc/self/root/a", "/proc/thread-self/cwd/a", "/dev/fd/0", "link/a"})
    void whatIsAProcesssOwnIsNeitherAllowedNorSurelyNotDenied(String path) throws IOException {
        assumeTrue(Files.isSymbolicLink(Path.of("/proc/self/cwd")), "no such links here");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/proc/self/cwd"));
        assertEquals(NOTHING, decide(edit(path), paths(RuleDecision.ALLOW, "/**")));
        assertEquals(ASK, decide(edit(path), paths(RuleDecision.DENY, "~/**")));
        assertEquals(NOTHING, decide(run("cat /proc/cpuinfo"), paths(RuleDecision.DENY, "~/**")));
    }

    @Test
    void dotsAndBlanksAtTheEndAreNoOtherFileWhereDenied() {
        assertEquals(DENY, decide(edit("secret."), paths(RuleDecision.DENY, "secret")));
        assertEquals(DENY, decide(edit("secret. /a"), paths(RuleDecision.DENY, "SECRET/**")));
        assertEquals(NOTHING, decide(edit("secret."), paths(RuleDecision.ALLOW, "secret")));
    }

    @Test
    void aPatternThroughALinkIsAboutWhereItLeads() throws IOException {
        Files.createSymbolicLink(home.resolve("w"), folder);
        assertEquals(ALLOW, decide(edit("a"), paths(RuleDecision.ALLOW, "~/w/**")));
        assertEquals(DENY, decide(edit("a"), paths(RuleDecision.DENY, "~/w/**")));
    }

    @Test
    void lettersOfTwoSpellingsAreTheSameFileWhereDenied() {
        assertEquals(DENY, decide(edit("caf\u0065\u0301"), paths(RuleDecision.DENY, "caf\u00e9")));
    }

    @Test
    void severalFilesAreAllowedTogetherAndDeniedEach() {
        ToolCall both = ToolCall.builder("t")
                .kind(Kind.MOVE)
                .locations(List.of(
                        new ToolCall.Location(folder.resolve("src/a"), OptionalInt.empty()),
                        new ToolCall.Location(home.resolve("b"), OptionalInt.empty())))
                .build();
        assertEquals(NOTHING, decide(both, paths(RuleDecision.ALLOW, "src/**")));
        assertEquals(ALLOW, decide(both, paths(RuleDecision.ALLOW, "src/**", "~/**")));
        assertEquals(DENY, decide(both, paths(RuleDecision.DENY, "~/**")));
    }

    @Test
    void aFileOfADiffCounts() {
        ToolCall call = ToolCall.builder("t")
                .kind(Kind.EDIT)
                .content(List.of(new ToolCall.Content.Diff(home.resolve("key"), Optional.empty(), Optional.of("x"))))
                .build();
        assertEquals(DENY, decide(call, paths(RuleDecision.DENY, "~/key")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat ~/.ssh/id",
                "cat ../home/.ssh/id",
                "scp --file=../home/.ssh/id x",
                "ls; cat < a ~/.ssh/id",
                "cd ~/.ssh && cat id",
                "echo key >> ~/.ssh/authorized_keys",
                "cat <~/.ssh/id",
                "echo a 2>../home/.ssh/id",
                "cat $HOME/.ssh/id",
                "cat \"${HOME}/.ssh/id\"",
                "tar -cf- -C~/.ssh .",
                "docker run -v ~/.ssh:/x image",
                "scp a@b:x,../home/.ssh/id y",
                "sh -c 'cat ~/.ssh/id > x'",
                "a=~/.ssh/id"
            })
    void aCommandThatNamesADeniedFileIsDenied(String command) {
        assertEquals(DENY, decide(run(command), paths(RuleDecision.DENY, "~/.ssh/**")), command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat ~/.ss*/id",
                "cat ~/.[s]sh/id",
                "cat ~/.ss?/id",
                "cat $HOME/.s*/*",
                "cat ../home/**/id",
                "cat $X",
                "cat \"$(cat name)\"",
                "cat `cat name`",
                "cat ~/{.ssh,x}/id",
                "echo a > $X"
            })
    void aFileThatTheShellAloneKnowsIsAsked(String command) {
        assertEquals(ASK, decide(run(command), paths(RuleDecision.DENY, "~/.ssh/**")), command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls *.java",
                "cat ~/x*",
                "ls ~/*",
                "cat '$HOME'/x",
                "echo $HOME",
                "cat $HOME/x > $HOME/y",
                "git log --format=a:b",
                "cat '~/.ss*'",
                "cp -r a b"
            })
    void whatIsNotThatFileIsNot(String command) {
        assertEquals(NOTHING, decide(run(command), paths(RuleDecision.DENY, "~/.ssh/**")), command);
    }

    @Test
    void aWordOfManySignsEnds() {
        assertEquals(ASK, decide(run("cat " + "a=".repeat(30_000)), paths(RuleDecision.DENY, "~/.ssh/**")));
    }

    @Test
    void aPatternOfTheShellMeetsOneOfARuleByItsNames() {
        PermissionRule rule = paths(RuleDecision.DENY, "**/.env", "src/*.key");
        assertEquals(ASK, decide(run("cat .e*"), rule));
        assertEquals(ASK, decide(run("cat a/b/.en?"), rule));
        assertEquals(ASK, decide(run("cat s*/a*"), rule));
        assertEquals(NOTHING, decide(run("cat *"), rule), "a shell leaves hidden files out");
        assertEquals(NOTHING, decide(run("ls *.java"), rule));
        assertEquals(NOTHING, decide(run("ls src/*.java"), rule));
        assertEquals(NOTHING, decide(run("ls doc/*"), rule));
    }
}
