package dev.termal.host.config;

import dev.termal.api.McpServer;
import dev.termal.api.spi.Setting;
import dev.termal.host.permission.PermissionRule;
import dev.termal.host.permission.RuleDecision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Puts a repository's trusted config over a person's own: it chooses, adds and tightens, but a name that the person knows keeps
 * meaning the same program, and no permission gets looser.
 */
final class RepositoryMerge {
    private static final String PERMISSIONS = HostSettings.PERMISSIONS.key();

    /** From the loosest to the strictest. */
    private static final List<String> STRICTNESS = List.of("auto", "ask", "read-only", "deny");

    private final Config own;
    private final Config repository;
    private final Known known;
    private final String where;
    private final Consumer<String> notices;

    private RepositoryMerge(Config own, Config repository, Known known, String where, Consumer<String> notices) {
        this.own = own;
        this.repository = repository;
        this.known = known;
        this.where = where;
        this.notices = notices;
    }

    /**
     * Both together.
     *
     * @param known the agents that the person knows, those of the own config among them
     * @param where the repository's file, for messages
     * @param notices told what was not taken from it
     */
    static Config merge(Config own, Config repository, Known known, String where, Consumer<String> notices) {
        return new RepositoryMerge(own, repository, known, where, notices).merged();
    }

    private Config merged() {
        Map<String, String> settings = new LinkedHashMap<>(own.settings());
        settings.putAll(repository.settings());
        settings.remove(PERMISSIONS);
        tightened(policy(own), policy(repository), Optional.of(PERMISSIONS))
                .ifPresent(policy -> settings.put(PERMISSIONS, policy));
        Map<String, Config.Agent> agents = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>(own.agents().keySet());
        names.addAll(repository.agents().keySet());
        names.forEach(name -> agents.put(name, agent(name)));
        return new Config(
                settings,
                agents,
                servers(repository.mcpServers(), own.mcpServers()),
                own.rules(),
                rules(),
                own.hooks(),
                own.warnings(),
                gaps());
    }

    private List<PermissionRule> rules() {
        List<PermissionRule> rules = new ArrayList<>();
        for (PermissionRule rule : repository.rules()) {
            if (rule.decision() == RuleDecision.ALLOW) {
                notices.accept(rule.where() + ": ignored, as a repository can only tighten");
            } else {
                rules.add(rule);
            }
        }
        return rules;
    }

    /** The repository's gaps count where what they are in counts. */
    private List<Config.Gap> gaps() {
        List<Config.Gap> gaps = new ArrayList<>(own.gaps());
        repository.gaps().stream().filter(this::isTaken).forEach(gaps::add);
        return gaps;
    }

    private boolean isTaken(Config.Gap gap) {
        if (gap.server().isPresent()) {
            return Stream.concat(
                            own.mcpServers().stream(),
                            gap.agent().map(own::agent).stream().flatMap(mine -> mine.mcpServers().stream()))
                    .noneMatch(mine -> mine.name().equals(gap.server().get()));
        }
        String agent = gap.agent().orElse("");
        return !known.agents().containsKey(agent)
                || Stream.of("command", "env").noneMatch(key -> gap.path().startsWith("agents." + agent + "." + key));
    }

    private Config.Agent agent(String name) {
        Config.Agent mine = own.agent(name);
        Config.Agent theirs = repository.agent(name);
        boolean isNew = !known.agents().containsKey(name);
        String path = "agents." + name;
        if (!isNew) {
            refuse(path + ".command", !theirs.command().isEmpty());
            refuse(path + ".like", theirs.like().isPresent());
            refuse(path + ".env", !theirs.env().isEmpty());
            refuse(path + ".env.unset", !theirs.envUnset().isEmpty());
        }
        Config.Agent program = isNew ? theirs : mine;
        Map<String, String> options = new LinkedHashMap<>(mine.options());
        options.putAll(theirs.options());
        List<McpServer> ownServers = Stream.concat(own.mcpServers().stream(), mine.mcpServers().stream())
                .toList();
        List<McpServer> servers = new ArrayList<>(mine.mcpServers());
        servers(theirs.mcpServers(), ownServers).stream()
                .filter(server -> !ownServers.contains(server))
                .forEach(servers::add);
        return new Config.Agent(
                theirs.engine().or(mine::engine),
                program.like(),
                program.command(),
                program.env(),
                program.envUnset(),
                options,
                settings(name, mine, theirs, isNew),
                servers);
    }

    private Map<String, List<String>> settings(String name, Config.Agent mine, Config.Agent theirs, boolean isNew) {
        Map<String, List<String>> settings = new LinkedHashMap<>(mine.settings());
        theirs.settings().forEach((key, values) -> {
            if (!isNew && isProgram(name, key)) {
                refuse("agents." + name + "." + key, true);
            } else {
                settings.put(key, values);
            }
        });
        settings.remove(PERMISSIONS);
        if (policy(mine).isPresent() || policy(theirs).isPresent()) { // else the one for all agents holds
            tightened(
                            policy(mine).or(() -> policy(own)),
                            policy(theirs).or(() -> policy(repository)),
                            policy(theirs).map(explicit -> "agents." + name + "." + PERMISSIONS))
                    .ifPresent(policy -> settings.put(PERMISSIONS, List.of(policy)));
        }
        return settings;
    }

    /** A setting of an agent that names a file may name its program. */
    private boolean isProgram(String agent, String key) {
        return known.settings(own.agent(agent).like().orElse(agent)).stream()
                .anyMatch(setting -> setting.key().equals(key) && setting.type() == Setting.Type.PATH);
    }

    private static Optional<String> policy(Config config) {
        return Optional.ofNullable(config.settings().get(PERMISSIONS));
    }

    private static Optional<String> policy(Config.Agent agent) {
        return Optional.ofNullable(agent.settings().get(PERMISSIONS)).map(values -> values.get(0));
    }

    /**
     * The stricter one.
     *
     * @param said where the repository says it, if it does
     */
    private Optional<String> tightened(Optional<String> mine, Optional<String> theirs, Optional<String> said) {
        String now = mine.orElse("ask");
        int change = theirs.map(policy -> STRICTNESS.indexOf(policy) - STRICTNESS.indexOf(now))
                .orElse(0);
        if (change < 0) {
            said.ifPresent(path -> ignored(
                    path,
                    "\"" + now + "\" holds and is stricter than \"" + theirs.orElse("")
                            + "\": a repository can only tighten"));
        }
        return change > 0 ? theirs : mine;
    }

    /** The repository's servers, then the own; of one name the own counts. */
    private List<McpServer> servers(List<McpServer> theirs, List<McpServer> mine) {
        Set<String> taken = new LinkedHashSet<>();
        mine.forEach(server -> taken.add(server.name()));
        List<McpServer> all = new ArrayList<>();
        for (McpServer server : theirs) {
            if (taken.contains(server.name())) {
                ignored("mcpServers." + server.name(), "your own config has a server of that name");
            } else {
                all.add(server);
            }
        }
        all.addAll(mine);
        return all;
    }

    private void refuse(String path, boolean given) {
        if (given) {
            ignored(path, "a repository cannot change what an agent that you know runs");
        }
    }

    private void ignored(String path, String why) {
        notices.accept(where + " " + path + ": ignored, as " + why);
    }
}
