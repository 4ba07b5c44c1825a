package dev.termal.engine.acp;

import dev.termal.api.EngineId;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.util.List;
import java.util.Optional;

/** A binding that knows nothing but a command. */
class BareBinding implements EngineBinding {
    @Override
    public EngineId engine() {
        return new EngineId("acp");
    }

    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        return Optional.of(
                LaunchSpec.builder(List.of("agent"), request.session().cwd()).build());
    }
}
