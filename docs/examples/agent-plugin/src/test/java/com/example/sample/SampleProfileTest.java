package com.example.sample;

import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.ProfileContract;
import java.util.List;

/** What TermAl asks of every profile; a dozen tests come with the contract. */
class SampleProfileTest extends ProfileContract {
    @Override
    protected AgentProfileProvider provider() {
        return new SampleProvider();
    }

    @Override
    protected void install(FakeMachine machine) {
        machine.executable("sh");
    }

    @Override
    protected List<String> executables() {
        return List.of("sh");
    }
}
