package dev.termal.host.config;

import dev.termal.api.McpServer;
import dev.termal.host.hook.Hook;
import dev.termal.host.hook.HookEvent;
import dev.termal.host.permission.PermissionRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the config file says, checked and typed; values are as written, with variables replaced.
 *
 * @param settings the host's own settings by key, see {@link HostSettings}
 * @param agents by name, in the file's order
 * @param mcpServers for all agents
 * @param rules who may do what, in the person's own words
 * @param repositoryRules the same in those of a trusted repository, which can only make answers stricter
 * @param hooks which commands are run when something happens; from the person's own file alone
 * @param warnings keys that are not known, a line each
 * @param gaps where a variable is not set: what they are in cannot be used, the rest can
 */
public record Config(
        Map<String, String> settings,
        Map<String, Agent> agents,
        List<McpServer> mcpServers,
        List<PermissionRule> rules,
        List<PermissionRule> repositoryRules,
        Map<HookEvent, Hook> hooks,
        List<String> warnings,
        List<Gap> gaps) {
    /** Nothing said. */
    public static final Config EMPTY =
            new Config(Map.of(), Map.of(), List.of(), List.of(), List.of(), Map.of(), List.of(), List.of());

    /**
     * A text with a variable that is not set.
     *
     * @param agent whose it is; empty for what concerns all agents
     * @param server the MCP server whose it is, if it is one's
     * @param path with dots
     * @param text as written
     * @param message where it is and what is missing
     */
    public record Gap(Optional<String> agent, Optional<String> server, String path, String text, String message) {}

    /** Copies its collections. */
    public Config {
        settings = Map.copyOf(settings);
        agents = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(agents));
        mcpServers = List.copyOf(mcpServers);
        rules = List.copyOf(rules);
        repositoryRules = List.copyOf(repositoryRules);
        hooks = Map.copyOf(hooks);
        warnings = List.copyOf(warnings);
        gaps = List.copyOf(gaps);
    }

    /** Why an agent cannot be used, since a variable is not set. */
    public Optional<String> agentGap(String agent) {
        return gap(Optional.of(agent), Optional.empty());
    }

    /** The same of an MCP server: one for all agents, or one of an agent's own. */
    public Optional<String> serverGap(Optional<String> agent, String server) {
        return gap(agent, Optional.of(server));
    }

    private Optional<String> gap(Optional<String> agent, Optional<String> server) {
        return gaps.stream()
                .filter(gap -> gap.agent().equals(agent) && gap.server().equals(server))
                .map(Gap::message)
                .findFirst();
    }

    /** What the file says of an agent; nothing where it says nothing. */
    public Agent agent(String name) {
        return agents.getOrDefault(name, Agent.NOTHING);
    }

    /**
     * What the file says of one agent.
     *
     * @param engine the engine to use
     * @param like the agent whose ways it has
     * @param command program and arguments; empty where the agent is known otherwise
     * @param env variables to set
     * @param envUnset variables not to inherit
     * @param options protocol options of the engine
     * @param settings the agent's own settings by key
     * @param mcpServers beside those for all agents
     */
    public record Agent(
            Optional<String> engine,
            Optional<String> like,
            List<String> command,
            Map<String, String> env,
            List<String> envUnset,
            Map<String, String> options,
            Map<String, List<String>> settings,
            List<McpServer> mcpServers) {
        private static final Agent NOTHING = new Agent(
                Optional.empty(), Optional.empty(), List.of(), Map.of(), List.of(), Map.of(), Map.of(), List.of());

        /** An agent of which the file says nothing. */
        public static Agent nothing() {
            return NOTHING;
        }

        /** Which tools of the host it may call, as the file says; empty where it says nothing. */
        public List<String> hostTools() {
            return settings.getOrDefault(HostSettings.HOST_TOOLS.key(), List.of());
        }

        /** Copies its collections. */
        public Agent {
            command = List.copyOf(command);
            env = Map.copyOf(env);
            envUnset = List.copyOf(envUnset);
            options = Map.copyOf(options);
            settings = Map.copyOf(settings);
            mcpServers = List.copyOf(mcpServers);
        }
    }
}
