package dev.termal.engine.streamjson;

import dev.termal.api.EngineId;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.Setting;
import java.util.List;

/**
 * The engine {@code stream-json}: agents that print what they do as lines of JSON, in a process for each turn or for a whole
 * session.
 *
 * <p>What the lines mean is told by the binding's dialect, without which no agent can be driven. Such an agent cannot ask
 * before it acts: its binding turns the permission policy into launch arguments.
 */
public final class StreamJsonEngineProvider implements EngineProvider {
    /** For {@link java.util.ServiceLoader}. */
    public StreamJsonEngineProvider() {}

    @Override
    public EngineId id() {
        return new EngineId("stream-json");
    }

    @Override
    public String displayName() {
        return "Lines of JSON";
    }

    @Override
    public boolean needsDialect() {
        return true;
    }

    @Override
    public List<Setting> settings() {
        return StreamJsonOptions.SETTINGS;
    }

    @Override
    public Engine create(EngineContext context) {
        return new StreamJsonEngine(context);
    }
}
