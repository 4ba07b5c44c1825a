package dev.termal.host.document;

import dev.termal.api.AuthMethod;
import dev.termal.api.spi.Setting;
import dev.termal.host.AgentStatus;
import dev.termal.host.EffectiveSetting;
import dev.termal.host.EngineStatus;
import dev.termal.host.KnownRule;
import dev.termal.host.ModelList;
import dev.termal.host.PluginStatus;
import dev.termal.host.SignInStatus;
import dev.termal.host.TrustedFile;
import dev.termal.host.json.Fields;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a host knows, as JSON documents. */
public final class ListsJson {
    private ListsJson() {}

    private static <T> ArrayNode list(List<T> items, Function<T, Fields> each) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        items.forEach(item -> array.add(each.apply(item).node()));
        return array;
    }

    /** Agents. */
    public static ArrayNode agents(List<AgentStatus> agents) {
        return list(
                agents,
                agent -> new Fields()
                        .put("id", agent.id().value())
                        .put("name", agent.name())
                        .put("badge", agent.badge())
                        .put("origin", agent.origin())
                        .texts(
                                "engines",
                                agent.engines().stream().map(id -> id.value()).toList())
                        .put("readiness", agent.readiness())
                        .put("detail", agent.detail())
                        .put("hint", agent.hint())
                        .put("default", agent.chosen())
                        .put("fallback", agent.fallback())
                        .list("settings", agent.settings(), ListsJson::setting));
    }

    /** Engines. */
    public static ArrayNode engines(List<EngineStatus> engines) {
        return list(
                engines,
                engine -> new Fields()
                        .put("id", engine.id().value())
                        .put("name", engine.name())
                        .put("origin", engine.origin())
                        .put("takesBareCommand", engine.takesBareCommand())
                        .list("options", engine.options(), ListsJson::setting));
    }

    private static ObjectNode setting(Setting setting) {
        return new Fields()
                .put("key", setting.key())
                .put("type", setting.type())
                .texts("choices", setting.choices())
                .put("default", setting.defaultValue())
                .texts("environment", setting.environment())
                .put("text", setting.text())
                .node();
    }

    /** Plugins. */
    public static ArrayNode plugins(List<PluginStatus> plugins) {
        return list(
                plugins,
                plugin -> new Fields()
                        .put("name", plugin.name())
                        .put("version", plugin.version())
                        .put("apiVersion", plugin.apiVersion())
                        .put("place", plugin.place())
                        .put("sha256", plugin.sha256())
                        .texts("provides", plugin.provides())
                        .put("loaded", plugin.isLoaded())
                        .texts("problems", plugin.problems()));
    }

    /** Settings. */
    public static ArrayNode settings(List<EffectiveSetting> settings) {
        return list(
                settings,
                setting -> new Fields()
                        .put("path", setting.path())
                        .put("value", setting.value())
                        .put("source", setting.source()));
    }

    /** Rules by which permission requests are answered. */
    public static ArrayNode rules(List<KnownRule> rules) {
        return list(
                rules,
                rule -> new Fields()
                        .put("id", rule.id())
                        .put("decision", rule.decision())
                        .put("about", rule.about())
                        .put("source", rule.source())
                        .put("scope", rule.scope().map(Fields::word))
                        .put("folder", rule.folder().map(Path::toString))
                        .put("since", rule.since().map(Instant::toString))
                        .put("until", rule.until().map(Instant::toString)));
    }

    /** Whether agents are signed in. */
    public static ArrayNode signIns(List<SignInStatus> statuses) {
        return list(
                statuses,
                each -> new Fields()
                        .put("id", each.agent().value())
                        .put("name", each.name())
                        .put("state", each.status().state())
                        .put("hint", each.status().hint())
                        .put("instructions", each.instructions())
                        .list("methods", each.status().methods(), ListsJson::method));
    }

    private static ObjectNode method(AuthMethod method) {
        return new Fields()
                .put("id", method.id())
                .put("name", method.name())
                .put("kind", method.kind())
                .texts("environment", method.environmentNames())
                .node();
    }

    /** The models of an agent. */
    public static ObjectNode models(ModelList models) {
        return new Fields()
                .put("agent", models.agent().value())
                .put("current", models.current())
                .put("fromSession", models.fromSession())
                .list(
                        "models",
                        models.models(),
                        model -> new Fields()
                                .put("id", model.id())
                                .put("name", model.name())
                                .put("description", model.description())
                                .node())
                .node();
    }

    /** Files that are trusted. */
    public static ArrayNode trusted(List<TrustedFile> files) {
        return list(
                files,
                file -> new Fields()
                        .put("path", file.path())
                        .put("sha256", file.sha256())
                        .put("since", file.since())
                        .put("state", file.state()));
    }
}
