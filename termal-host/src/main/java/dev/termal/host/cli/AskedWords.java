package dev.termal.host.cli;

import dev.termal.host.ModelList;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Answers what a completion script asks, with words that no shell takes apart. */
final class AskedWords {
    private static final Pattern WHOLE = Pattern.compile("[\\w.@:+/-]+");
    private static final int MAX_SESSIONS = 50;

    private final Termal host;
    private final Path cwd;

    AskedWords(Termal host, Path cwd) {
        this.host = host;
        this.cwd = cwd;
    }

    /**
     * The words.
     *
     * @param agent the one that the line names, which matters for models alone
     */
    List<String> of(Asked what, Optional<String> agent) throws InterruptedException {
        Stream<String> words = switch (what) {
            case SESSIONS ->
                host.sessions().list(Optional.empty(), Optional.empty(), MAX_SESSIONS).stream()
                        .flatMap(session -> session.name().stream());
            case AGENTS -> agents().stream();
            case ENGINES -> host.engines().stream().map(engine -> engine.id().value());
            case MODELS -> models(agent).stream();
            case SETTINGS -> settings().stream();
        };
        return words.filter(word -> WHOLE.matcher(word).matches()).distinct().toList();
    }

    private List<String> agents() throws InterruptedException {
        return host.agents().stream().map(agent -> agent.id().value()).toList();
    }

    private List<String> models(Optional<String> agent) throws InterruptedException {
        SessionSpec.Builder spec = SessionSpec.builder(cwd);
        agent.ifPresent(spec::agent);
        return host.models(spec.build()).models().stream()
                .map(ModelList.Model::id)
                .toList();
    }

    /** By the schema, and those that are set. */
    private List<String> settings() throws InterruptedException {
        JsonNode schema = Json.read(host.configSchema());
        List<String> paths = new ArrayList<>();
        collect("", schema, paths);
        JsonNode unknown = schema.at("/properties/agents/additionalProperties");
        for (String agent : agents()) {
            if (!schema.path("properties").path("agents").path("properties").has(agent)) {
                collect("agents." + agent + ".", unknown, paths);
            }
        }
        host.config().forEach(setting -> paths.add(setting.path()));
        return paths;
    }

    private static void collect(String prefix, JsonNode schema, List<String> paths) {
        schema.path("properties").properties().forEach(each -> {
            String path = prefix + each.getKey();
            if (each.getValue().path("properties").isEmpty()) {
                paths.add(path);
            } else {
                collect(path + ".", each.getValue(), paths);
            }
        });
    }
}
