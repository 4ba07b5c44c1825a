package dev.termal.agent.antigravity;

import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.ProfileContract;
import java.util.List;
import java.util.Set;

class AntigravityContractTest extends ProfileContract {
    @Override
    protected AgentProfileProvider provider() {
        return new AntigravityProfileProvider();
    }

    @Override
    protected void install(FakeMachine machine) {
        machine.executable("agy").executable("agy_acp_server.par");
    }

    @Override
    protected List<String> executables() {
        return List.of("agy");
    }

    @Override
    protected Set<String> secretVariables() {
        return Set.of("GEMINI_API_KEY", "GOOGLE_API_KEY");
    }
}
