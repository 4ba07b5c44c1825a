package dev.termal.host.document;

import dev.termal.api.Capabilities;
import dev.termal.api.Feature;
import dev.termal.api.McpServer;
import dev.termal.api.SessionRequest;
import dev.termal.host.SessionPlan;
import dev.termal.host.json.Fields;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a session will be, as JSON. */
public final class PlanJson {
    private PlanJson() {}

    /** The further fields of a stream's first line. */
    public static ObjectNode opened(SessionPlan plan, Capabilities capabilities, List<String> warnings) {
        return new Fields()
                .putText("reason", plan.reason())
                .put("cwd", plan.cwd().toString())
                .put("permissions", policy(plan.request()))
                .texts(
                        "capabilities",
                        capabilities.features().stream()
                                .sorted()
                                .map(PlanJson::word)
                                .toList())
                .texts("warnings", warnings)
                .node();
    }

    private static String word(Feature feature) {
        return Fields.word(feature);
    }

    /** The policy as the command line spells it. */
    private static String policy(SessionRequest request) {
        return Fields.word(request.permissions()).replace('_', '-');
    }

    /** The whole plan. */
    public static ObjectNode of(SessionPlan plan) {
        SessionRequest request = plan.request();
        return new Fields()
                .put("agent", plan.agent().value())
                .put("engine", plan.engine().value())
                .putText("reason", plan.reason())
                .texts("command", plan.command())
                .put("cwd", plan.cwd().toString())
                .put("environment", map(plan.environment()))
                .texts("removedNames", List.copyOf(new TreeSet<>(plan.removedNames())))
                .put("model", request.model())
                .put("mode", request.mode())
                .put("effort", request.effort())
                .put("options", map(request.options()))
                .put("permissions", policy(request))
                .texts(
                        "mcpServers",
                        request.mcpServers().stream().map(McpServer::name).toList())
                .texts("hostTools", plan.hostTools())
                .texts(
                        "additionalDirectories",
                        request.additionalDirectories().stream()
                                .map(Path::toString)
                                .toList())
                .put("engineOptions", map(plan.engineOptions()))
                .put("policyArguments", policyArguments(plan))
                .putNullable(
                        "timeoutMs", plan.timeout().map(Duration::toMillis).map(JsonNodeFactory.instance::numberNode))
                .put("idleTimeoutMs", plan.idleTimeout().toMillis())
                .texts("notices", plan.notices())
                .node();
    }

    private static ObjectNode policyArguments(SessionPlan plan) {
        Fields fields = new Fields();
        new TreeMap<>(plan.policyArguments())
                .forEach((policy, words) -> fields.texts(Fields.word(policy).replace('_', '-'), words));
        return fields.node();
    }

    private static ObjectNode map(Map<String, String> map) {
        Fields fields = new Fields();
        map.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(e -> fields.put(e.getKey(), e.getValue()));
        return fields.node();
    }
}
