package dev.termal.host.permission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What rules say to calls, and which commands do not get around them. */
class PermissionRulesTest extends RuleFixture {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "git status",
                " git  status ",
                "git\tstatus",
                "git status -s",
                "\"git\" 'status'",
                "git status 'a b'"
            })
    void aPlainCommandIsAllowed(String command) {
        assertEquals(ALLOW, decide(run(command), rule(RuleDecision.ALLOW, "git status *")));
    }

    /** Each of these would run something else, or could, in some shell. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "git status; rm -rf /",
                "git status && rm x",
                "git status & rm x",
                "git status | sh",
                "git status\nrm x",
                "git status\rrm x",
                "git status $(rm x)",
                "git status `rm x`",
                "git status ${IFS}rm",
                "git status $X",
                "git status > /etc/passwd",
                "git status < x",
                "git status 'a; rm x'",
                "git status \"$(rm x)\"",
                "git status \\; rm",
                "git status {a,b}",
                "(git status)",
                "git status 'unclosed",
                "FOO=1 git status",
                "'FOO=1' git status",
                "env git status",
                "sudo git status",
                "sh -c 'git status'",
                "./git status",
                "/tmp/git status",
                "GIT status",
                "git  STATUS",
                "git\u00a0status",
                "g\u0456t status",
                "git\u200b status",
                "git sta\u00adtus",
                "git status \u202ex",
                "git status \u2028rm",
                "git status \0",
                "git status # x",
                "git status #",
                "git status \u00a0x",
                "git status \u3000x",
                "git status <<E\nE",
                "git status <(rm x)",
                "git -c core.pager=x status",
                "git --git-dir=x status",
                "xargs git status",
                "find . -exec git status",
                "~/git status",
                "*/git status",
                "gi? status",
                "C:\\git status",
                "git\\\n status",
                "git.exe status",
                "git.  status",
                "gitstatus",
                "git",
                "xgit status",
                ""
            })
    void whatIsNotThatPlainCommandIsNotAllowed(String command) {
        assertEquals(
                NOTHING,
                decide(
                        ToolCall.builder("t")
                                .kind(Kind.EXECUTE)
                                .command(command)
                                .build(),
                        rule(RuleDecision.ALLOW, "git status *")));
    }

    @Test
    void aCommandThatIsNotKnownIsNeverAllowed() {
        ToolCall unknown =
                ToolCall.builder("t").kind(Kind.EXECUTE).tool("shell").build();
        assertEquals(NOTHING, decide(unknown, kind(RuleDecision.ALLOW, Kind.EXECUTE)));
        assertEquals(NOTHING, decide(unknown, tool(RuleDecision.ALLOW, "shell")));
        assertEquals(NOTHING, decide(unknown, rule(RuleDecision.ALLOW, "git *")));
        assertEquals(ALLOW, decide(run("git log"), kind(RuleDecision.ALLOW, Kind.EXECUTE)));
        assertEquals(NOTHING, decide(run("git log; x"), kind(RuleDecision.ALLOW, Kind.EXECUTE)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm x",
                "rm -rf x",
                "RM x",
                "/bin/rm x",
                "\\rm x",
                "'r'm x",
                "r\"\"m x",
                "r\\m x",
                "ls; rm x",
                "ls && rm x",
                "ls|rm x",
                "ls&rm x",
                "ls\nrm x",
                "(rm x)",
                "{ rm x; }",
                "if true; then rm x; fi",
                "! rm x",
                "FOO=1 rm x",
                "FOO=$(date) BAR=2 rm x",
                "sudo rm x",
                "sudo -u root rm x",
                "env -i A=b rm x",
                "nohup nice -n 3 rm x",
                "timeout 5 rm x",
                "find . -exec rm {} +",
                "ls | xargs rm",
                "sh -c 'rm x'",
                "sh -c \"rm x\"",
                "bash -lc 'cd a && rm x'",
                "sudo sh -c 'rm x'",
                "sh -c \"sh -c 'rm x'\"",
                "eval rm x",
                "eval 'rm x'",
                "echo $(rm x)",
                "echo \"$(rm x)\"",
                "echo `rm x`",
                "echo \"a `rm x` b\"",
                "echo $(echo \")\"; rm x)",
                "cat <(rm x)",
                "echo a >b; rm x",
                ">out rm x",
                "2>/dev/null rm x",
                "rm x 2>/dev/null",
                "rm x # harmless",
                "rm.exe x",
                "cmd /c rm x",
                "C:\\bin\\rm.EXE x",
                "git status #\nrm x",
                "ls \\\n; rm x",
                "r\\\nm x",
                "function f { rm x; }; f",
                "f() { rm x; }; f",
                "trap 'rm x' EXIT",
                "case a in a) rm x;; esac",
                "sh <<E\nrm x\nE",
                "taskset 1 rm x",
                "find . -execdir rm x ;",
                "env -S 'rm x'"
            })
    void whatIsDeniedIsFoundWhereverItHides(String command) {
        assertEquals(DENY, decide(run(command), rule(RuleDecision.DENY, "rm *")), command);
    }

    /** The shell alone knows what these run. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "$X x",
                "r$Y x",
                "$(echo rm) x",
                "`echo rm` x",
                "$'\\x72m' x",
                "echo cm0gLXJm | base64 -d | sh",
                "{rm,x}",
                "echo cm0gLXJm | base64 -d | bash -s",
                "bash -s <<< 'rm x'",
                "bash /dev/stdin <<< 'rm x'",
                "source /dev/stdin <<< 'rm x'"
            })
    void whatCannotBeReadIsAsked(String command) {
        assertEquals(ASK, decide(run(command), rule(RuleDecision.DENY, "rm *")), command);
    }

    @ParameterizedTest
    @CsvSource({
        "git $X, ASK",
        "git \"$(echo push)\" origin, ASK",
        "sudo git p${A}ush, ASK",
        "'git {push,-f}', ASK",
        "git push $X, DENY",
        "git status, NONE",
        "echo $X, NONE",
    })
    void argumentsThatCannotBeReadAreAsked(String command, String said) {
        Optional<RuleDecision> decision = decide(run(command), rule(RuleDecision.DENY, "git push *"));
        assertEquals(said, decision.map(RuleDecision::name).orElse("NONE"), command);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls",
                "git rm x",
                "echo 'rm x'",
                "echo rm",
                "git commit -m 'rm x'",
                "echo $HOME",
                "farm x",
                "echo a; echo b"
            })
    void whatIsNotDeniedIsNot(String command) {
        assertEquals(NOTHING, decide(run(command), rule(RuleDecision.DENY, "rm *")), command);
    }

    @Test
    void aDenialOfACommandAsksWhereTheCommandIsNotKnown() {
        assertEquals(ASK, decide(ToolCall.builder("t").kind(Kind.EXECUTE).build(), rule(RuleDecision.DENY, "rm *")));
        assertEquals(NOTHING, decide(edit("a"), rule(RuleDecision.DENY, "rm *")));
    }

    @Test
    void veryLongAndVeryNestedCommandsAreAskedAndEnd() {
        assertEquals(ASK, decide(run("a".repeat(1 << 20)), rule(RuleDecision.DENY, "rm *")));
        assertEquals(ASK, decide(run("echo " + "$(".repeat(5_000)), rule(RuleDecision.DENY, "rm *")));
        assertEquals(ASK, decide(run("sudo " + "sh -c ".repeat(3_000)), rule(RuleDecision.DENY, "rm *")));
    }

    @Test
    void aToolOfAServerIsNotTheOneOfThatNameWithout() {
        ToolCall ofServer = ToolCall.builder("t").tool("read").mcpServer("evil").build();
        assertEquals(NOTHING, decide(ofServer, tool(RuleDecision.ALLOW, "read")));
        assertEquals(ALLOW, decide(ofServer, tool(RuleDecision.ALLOW, "evil/*")));
        assertEquals(DENY, decide(ofServer, tool(RuleDecision.DENY, "READ")));
        assertEquals(
                NOTHING, decide(ToolCall.builder("t").tool("good/read").build(), tool(RuleDecision.ALLOW, "good/*")));
        assertEquals(NOTHING, decide(ToolCall.builder("t").build(), tool(RuleDecision.ALLOW, "*")));
    }

    @Test
    void theNarrowerRuleWins() {
        PermissionRule noGit = rule(RuleDecision.DENY, "git *");
        PermissionRule status = rule(RuleDecision.ALLOW, "git status *");
        PermissionRule porcelain = rule(RuleDecision.ASK, "git status --porcelain");
        assertEquals(DENY, decide(run("git push"), noGit, status, porcelain));
        assertEquals(ALLOW, decide(run("git status -s"), noGit, status, porcelain));
        assertEquals(ASK, decide(run("git status --porcelain"), noGit, status, porcelain));
        assertEquals(DENY, decide(run("git status; git push"), noGit, status, porcelain));
    }

    @Test
    void whereNoneIsNarrowerTheStricterWins() {
        PermissionRule byPath = paths(RuleDecision.DENY, "secrets/**");
        PermissionRule byTool = tool(RuleDecision.ALLOW, "write_file");
        assertEquals(DENY, decide(edit("secrets/a"), byPath, byTool));
        assertEquals(DENY, decide(edit("secrets/a"), byTool, byPath));
        assertEquals(DENY, decide(edit("a"), tool(RuleDecision.DENY, "write_file"), byTool));
        assertEquals(ALLOW, decide(edit("a"), byPath, byTool));
    }

    @Test
    void anAgentAndAKindMakeARuleNarrower() {
        PermissionRule all = kind(RuleDecision.DENY, Kind.EDIT, Kind.DELETE);
        PermissionRule one = new PermissionRule(
                RuleDecision.ALLOW, "rule", Set.of("sample"), Set.of(Kind.EDIT), List.of(), List.of(), List.of());
        PermissionRule others = new PermissionRule(
                RuleDecision.ALLOW, "rule", Set.of("other"), Set.of(Kind.EDIT), List.of(), List.of(), List.of());
        assertEquals(ALLOW, decide(edit("a"), all, one));
        assertEquals(DENY, decide(edit("a"), all, others));
    }

    @Test
    void aRepositoryCanOnlyTighten() {
        PermissionRule allow = rule(RuleDecision.ALLOW, "git *");
        PermissionRule deny = rule(RuleDecision.DENY, "git push *");
        PermissionRule askPush = rule(RuleDecision.ASK, "git push origin");
        PermissionRule allowAll = rule(RuleDecision.ALLOW, "git push origin");
        PermissionRules rules = new PermissionRules(
                "sample", folder, home, List.of(allow, deny), List.of(askPush, allowAll), Optional.empty());
        assertEquals(DENY, rules.decide(run("git push origin")).map(PermissionRules.Said::decision));
        assertEquals(ALLOW, rules.decide(run("git log")).map(PermissionRules.Said::decision));
        PermissionRules tightened = new PermissionRules(
                "sample", folder, home, List.of(allow), List.of(askPush, allowAll), Optional.empty());
        assertEquals(ASK, tightened.decide(run("git push origin")).map(PermissionRules.Said::decision));
    }

    @Test
    void whatIsSaidNamesTheRule() {
        String because = new PermissionRules(
                        "sample", folder, home, List.of(rule(RuleDecision.DENY, "rm *")), List.of(), Optional.empty())
                .decide(run("rm x"))
                .orElseThrow()
                .because();
        assertTrue(because.contains("deny command rm * (rule)"), because);
    }
}
