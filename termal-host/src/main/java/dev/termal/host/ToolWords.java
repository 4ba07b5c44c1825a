package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.host.config.Config;
import dev.termal.host.config.Settings;
import dev.termal.host.config.TermalHome;
import dev.termal.host.mcp.HostToolBridge;
import dev.termal.host.mcp.Surface;
import dev.termal.host.skill.Skills;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the settings say of the host's tools, held against the tools that there are. One per host; from any thread. */
final class ToolWords {
    private final TermalHome home;
    private final HostToolBridge bridge;

    @Inject
    ToolWords(TermalHome home, HostToolBridge bridge) {
        this.home = home;
        this.bridge = bridge;
    }

    /**
     * What an agent is lent.
     *
     * @throws AgentException of code {@code CONFIGURATION} for a tool that is not there
     */
    Surface surface(Setup setup, String agent) {
        Settings.HostTools tools = setup.settings().hostTools(agent);
        return surface(tools.words(), tools.isWritten() ? place(agent) : tools.source());
    }

    /** The tools of a config file that are not there, a line each that begins with the place. */
    List<String> problems(Config config) {
        List<String> problems = new ArrayList<>();
        config.agents().forEach((name, agent) -> {
            try {
                surface(agent.hostTools(), place(name));
            } catch (AgentException unknown) {
                problems.add(String.valueOf(unknown.getMessage()));
            }
        });
        return problems;
    }

    private String place(String agent) {
        return home.config() + " agents." + agent + ".hostTools";
    }

    private Surface surface(List<String> words, String where) {
        return Surface.of(
                words,
                () -> Stream.concat(bridge.toolNames().stream(), Stream.of(Skills.TOOL))
                        .toList(),
                where);
    }
}
