package dev.termal.agent.cursor;

import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.ProfileContract;
import java.util.List;
import java.util.Set;

class CursorContractTest extends ProfileContract {
    @Override
    protected AgentProfileProvider provider() {
        return new CursorProfileProvider();
    }

    @Override
    protected void install(FakeMachine machine) {
        machine.executable("cursor-agent");
    }

    @Override
    protected List<String> executables() {
        return List.of("agent", "cursor-agent");
    }

    @Override
    protected Set<String> secretVariables() {
        return Set.of("CURSOR_API_KEY", "CURSOR_AUTH_TOKEN");
    }
}
