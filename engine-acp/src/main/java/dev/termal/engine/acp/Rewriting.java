package dev.termal.engine.acp;

import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding;
import tools.jackson.databind.JsonNode;

/** Lets a binding say in the protocol's words what its agent worded differently. */
final class Rewriting {
    private Rewriting() {}

    /** The message as the binding rewrote it; as it was where the binding fails. */
    static JsonNode of(
            EngineBinding binding, EngineBinding.Wire kind, String method, JsonNode message, System.Logger log) {
        try {
            if (!binding.rewrittenMethods().contains(method)) {
                return message;
            }
            RawJson before = Json.raw(message);
            RawJson after = binding.rewrite(kind, method, before);
            return after.equals(before) ? message : Json.parse(after);
        } catch (RuntimeException | LinkageError e) {
            log.log(System.Logger.Level.WARNING, "rewriting " + method + " failed", e);
            return message;
        }
    }
}
