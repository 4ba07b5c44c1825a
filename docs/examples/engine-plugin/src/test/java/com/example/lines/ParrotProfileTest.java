package com.example.lines;

import dev.termal.api.Prompt;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.ProfileContract;
import java.util.List;

/** What TermAl asks of every profile. */
class ParrotProfileTest extends ProfileContract {
    @Override
    protected AgentProfileProvider provider() {
        return new ParrotProvider();
    }

    @Override
    protected void install(FakeMachine machine) {
        machine.executable("sh");
    }

    @Override
    protected List<String> executables() {
        return List.of("sh");
    }

    /** The engine asks for a process for each turn. */
    @Override
    protected List<LaunchRequest> launches(EngineBinding binding, SessionRequest session) {
        return List.of(new LaunchRequest.ForTurn(session, Prompt.of("hello")));
    }
}
