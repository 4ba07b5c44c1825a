package dev.termal.host.permission;

import dev.termal.api.ToolCall;
import dev.termal.host.event.Remember.Scope;
import dev.termal.host.text.Wildcard;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An answer that a person wants to be kept for requests like it.
 *
 * @param id by which it is revoked
 * @param folder where it counts, with all below; empty for everywhere
 * @param rule what it says
 * @param until when it stops to count
 */
public record RememberedRule(
        String id, Scope scope, Optional<Path> folder, PermissionRule rule, Instant since, Optional<Instant> until) {
    /** What is remembered of these is the file, and without one nothing: "any file" is not what was asked. */
    private static final Set<ToolCall.Kind> ABOUT_FILES =
            EnumSet.of(ToolCall.Kind.EDIT, ToolCall.Kind.DELETE, ToolCall.Kind.MOVE);

    boolean counts(Path where, Instant now) {
        return until.filter(end -> !now.isBefore(end)).isEmpty()
                && folder.filter(top -> !where.startsWith(top)).isEmpty();
    }

    /**
     * The rule for calls like one: the same plain command, else the same files, else the same tool, of the same agent. Empty
     * where none of them is known well enough.
     */
    static Optional<PermissionRule> like(String agent, ToolCall call, CallFacts facts, RuleDecision decision) {
        Optional<List<String>> tool =
                facts.tool().filter(name -> !Wildcard.isIn(name)).map(List::of);
        List<CommandPattern> commands = List.of();
        List<String> paths = List.of();
        if (facts.runsCommand()) {
            if (facts.plainCommand().isEmpty()) {
                return Optional.empty();
            }
            commands = List.of(CommandPattern.exactly(facts.plainCommand().get()));
        } else if (!facts.namesNoFile()) {
            paths = facts.realPaths().stream().map(Path::toString).toList();
            if (paths.isEmpty() || paths.stream().anyMatch(RememberedRule::isNoPattern)) {
                return Optional.empty();
            }
        } else if (tool.isEmpty() || ABOUT_FILES.contains(call.kind())) {
            return Optional.empty();
        }
        return Optional.of(new PermissionRule(
                decision, "remembered", Set.of(agent), Set.of(call.kind()), tool.orElse(List.of()), commands, paths));
    }

    /** Whether a path would mean something else as a pattern. */
    private static boolean isNoPattern(String path) {
        return Wildcard.isIn(path) || (java.io.File.separatorChar == '/' && path.indexOf('\\') >= 0);
    }
}
