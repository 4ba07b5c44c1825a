package dev.termal.engine.streamjson;

import dev.termal.api.EngineId;
import dev.termal.api.spi.DialectFactory;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.util.Optional;

/** A binding to an agent that speaks {@link TabDialect}. */
record TabBinding(boolean promptsByLine) implements EngineBinding {
    @Override
    public EngineId engine() {
        return new EngineId("stream-json");
    }

    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        return Optional.empty();
    }

    @Override
    public Optional<DialectFactory> dialect() {
        return Optional.of(request -> new TabDialect(promptsByLine));
    }
}
