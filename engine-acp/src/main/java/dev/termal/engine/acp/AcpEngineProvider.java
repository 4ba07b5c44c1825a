package dev.termal.engine.acp;

import dev.termal.api.EngineId;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.Setting;
import java.util.List;

/**
 * The engine {@code acp}: agents that speak version 1 of the Agent Client Protocol over their standard streams.
 *
 * <p>What only a binding knows of its agent's messages it says by rewriting them: of a tool call {@code tool},
 * {@code command} and {@code mcpServer} in {@code _meta.termal}; of a turn's {@code usage} also {@code toolCalls},
 * {@code durationMs}, {@code cost} and {@code perModel}.
 */
public final class AcpEngineProvider implements EngineProvider {
    /** For {@link java.util.ServiceLoader}. */
    public AcpEngineProvider() {}

    @Override
    public EngineId id() {
        return new EngineId("acp");
    }

    @Override
    public String displayName() {
        return "Agent Client Protocol";
    }

    @Override
    public boolean takesBareCommand() {
        return true;
    }

    @Override
    public List<Setting> settings() {
        return AcpOptions.SETTINGS;
    }

    @Override
    public Engine create(EngineContext context) {
        return new AcpEngine(context);
    }
}
