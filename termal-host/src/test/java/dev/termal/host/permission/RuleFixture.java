package dev.termal.host.permission;

import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Rules and the calls that they are asked about, in a folder of their own. */
abstract class RuleFixture {
    @TempDir
    Path temp;

    Path folder;
    Path home;

    @BeforeEach
    void folders() throws IOException {
        Path real = temp.toRealPath();
        folder = Files.createDirectory(real.resolve("work"));
        home = Files.createDirectory(real.resolve("home"));
    }

    static PermissionRule rule(RuleDecision decision, String command) {
        return PermissionRule.of(
                decision,
                "rule",
                Set.of(),
                Set.of(),
                List.of(),
                List.of(command),
                List.of(),
                IllegalStateException::new);
    }

    static PermissionRule paths(RuleDecision decision, String... paths) {
        return new PermissionRule(decision, "rule", Set.of(), Set.of(), List.of(), List.of(), List.of(paths));
    }

    static PermissionRule tool(RuleDecision decision, String... tools) {
        return new PermissionRule(decision, "rule", Set.of(), Set.of(), List.of(tools), List.of(), List.of());
    }

    static PermissionRule kind(RuleDecision decision, Kind... kinds) {
        return new PermissionRule(decision, "rule", Set.of(), Set.of(kinds), List.of(), List.of(), List.of());
    }

    static ToolCall run(String command) {
        return ToolCall.builder("t").kind(Kind.EXECUTE).command(command).build();
    }

    ToolCall edit(String path) {
        return ToolCall.builder("t")
                .kind(Kind.EDIT)
                .tool("write_file")
                .locations(List.of(new ToolCall.Location(Path.of(path), OptionalInt.empty())))
                .build();
    }

    Optional<RuleDecision> decide(ToolCall call, PermissionRule... rules) {
        return new PermissionRules("sample", folder, home, List.of(rules), List.of(), Optional.empty())
                .decide(call)
                .map(PermissionRules.Said::decision);
    }

    static final Optional<RuleDecision> NOTHING = Optional.empty();
    static final Optional<RuleDecision> ALLOW = Optional.of(RuleDecision.ALLOW);
    static final Optional<RuleDecision> ASK = Optional.of(RuleDecision.ASK);
    static final Optional<RuleDecision> DENY = Optional.of(RuleDecision.DENY);
}
