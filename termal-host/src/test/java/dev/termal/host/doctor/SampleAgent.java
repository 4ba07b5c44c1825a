package dev.termal.host.doctor;

import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import java.util.List;

/** An agent of which next to nothing is known; a test adds what it is about. */
public abstract class SampleAgent implements AgentProfile {
    @Override
    public final AgentId id() {
        return new AgentId("sample");
    }

    @Override
    public final String displayName() {
        return "Sample";
    }

    @Override
    public final String badge() {
        return "SA";
    }

    @Override
    public List<EngineBinding> bindings() {
        return List.of();
    }

    @Override
    public AuthStatus authStatus(HostEnvironment environment) {
        return AuthStatus.unknown("");
    }
}
