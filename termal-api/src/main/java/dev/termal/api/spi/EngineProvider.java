package dev.termal.api.spi;

import dev.termal.api.EngineId;
import java.util.List;

/**
 * A way of talking to agents that a module offers.
 *
 * <p>Implemented by plugins, found by {@link java.util.ServiceLoader}: public, with a public constructor without arguments,
 * and without state. Calls are time-boxed by the host.
 */
public interface EngineProvider {
    /** The engine's name. */
    EngineId id();

    /** What a person reads. */
    String displayName();

    /**
     * Whether an agent of which only a command is known can be driven by this engine. Exactly one built-in engine says yes;
     * it serves commands given on the command line and agents of the config file that name no engine.
     */
    default boolean takesBareCommand() {
        return false;
    }

    /**
     * Whether the engine knows lines only, and can drive no agent without a {@linkplain EngineBinding#dialect() dialect} that
     * says what they mean.
     */
    default boolean needsDialect() {
        return false;
    }

    /** The protocol options that bindings and config may set; the host refuses others and checks values. */
    default List<Setting> settings() {
        return List.of();
    }

    /** Makes the engine; no I/O. */
    Engine create(EngineContext context);
}
