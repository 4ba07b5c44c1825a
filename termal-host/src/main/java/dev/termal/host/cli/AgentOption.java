package dev.termal.host.cli;

import dev.termal.host.SessionSpec;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which agent a command is about: a mixin. */
final class AgentOption {
    @Option(
            names = {"-a", "--agent"},
            paramLabel = "AGENT",
            completionCandidates = Asked.Agents.class,
            description = "The agent; 'termal agents' shows them.")
    private Optional<String> agent = Optional.empty();

    @Option(
            names = {"-e", "--engine"},
            paramLabel = "ENGINE",
            completionCandidates = Asked.Engines.class,
            description = "The way of talking to it; 'termal engines' shows them.")
    private Optional<String> engine = Optional.empty();

    Optional<String> agent() {
        return agent;
    }

    /** The one that must be named. */
    String required() {
        return agent.orElseThrow(() -> new UsageError("say which agent: -a AGENT; 'termal agents' shows them"));
    }

    /** A session of this agent in a folder; of the default one where none is named. */
    SessionSpec spec(Path cwd) {
        SessionSpec.Builder spec = SessionSpec.builder(cwd);
        agent.ifPresent(spec::agent);
        engine.ifPresent(spec::engine);
        return spec.build();
    }
}
