package dev.termal.engine.acp;

import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Permission requests from the wire, decisions to it. */
final class PermissionMapper {
    private PermissionMapper() {}

    /** The answers offered, in the agent's order; one that could not be sent back is skipped. */
    static List<PermissionOption> options(JsonNode params) {
        List<PermissionOption> found = new ArrayList<>();
        for (JsonNode node : Json.objects(params, "options")) {
            Json.word(node, "optionId")
                    .ifPresent(id -> found.add(new PermissionOption(
                            id,
                            Json.word(node, "name").orElse(id),
                            Json.constant(
                                    PermissionOption.Kind.values(),
                                    Json.text(node, "kind").orElse(""),
                                    PermissionOption.Kind.OTHER))));
        }
        return found;
    }

    /** The option that a decision chose, if it was offered. */
    static Optional<PermissionOption> chosen(PermissionDecision decision, PermissionRequest request) {
        if (decision instanceof PermissionDecision.Selected selected) {
            return request.options().stream()
                    .filter(option -> option.id().equals(selected.optionId()))
                    .findFirst();
        }
        return Optional.empty();
    }

    /** The answer for the wire; a decision that chose nothing offered is one that chose nothing. */
    static ObjectNode result(Optional<PermissionOption> chosen) {
        ObjectNode result = Json.object();
        ObjectNode outcome = result.putObject("outcome");
        chosen.ifPresentOrElse(
                option -> outcome.put("outcome", "selected").put("optionId", option.id()),
                () -> outcome.put("outcome", "cancelled"));
        return result;
    }
}
