package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.spi.HostTool;
import dev.termal.api.spi.HostToolProvider;
import dev.termal.host.config.TermalHome;
import dev.termal.host.mcp.HostToolBridge;
import dev.termal.host.mcp.Lender;
import dev.termal.host.mcp.Surface;
import dev.termal.host.skill.SkillLender;
import dev.termal.host.skill.Skills;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the agent of a session is to be lent: by the settings, and by the program that opens it. */
final class Lending {
    private final HostToolBridge bridge;
    private final Surface surface;
    private final Skills skills;
    private final HostToolProvider beside;

    /**
     * For a session of this agent.
     *
     * @throws AgentException of code {@code CONFIGURATION} where the settings name a tool that is not there
     */
    Lending(HostToolBridge bridge, TermalHome home, Setup setup, String agent, SessionSpec spec) {
        this.bridge = bridge;
        skills = new Skills(skillFolders(home, setup, agent, spec));
        beside = () ->
                Stream.concat(skills.tools().stream(), spec.tools().stream()).toList();
        surface = new ToolWords(home, bridge)
                .surface(setup, agent)
                .and(spec.tools().stream().map(HostTool::name).toList())
                .and(spec.skills().isEmpty() ? List.of() : List.of(Skills.TOOL));
    }

    private static List<Path> skillFolders(TermalHome home, Setup setup, String agent, SessionSpec spec) {
        List<Path> folders = new ArrayList<>(List.of(home.skills()));
        setup.settings()
                .skills(agent)
                .forEach(folder -> folders.add(spec.cwd().toAbsolutePath().resolve(folder)));
        folders.addAll(spec.skills());
        return folders;
    }

    /** Lends it. */
    Lender lender() {
        return new SkillLender(bridge.lender(surface, beside), skills);
    }

    /** The names of the tools, where the agent can reach them. Looks at files. */
    List<String> tools() {
        return bridge.lent(surface, beside);
    }
}
