package dev.termal.agent.gemini;

import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.ProfileContract;
import java.util.List;
import java.util.Set;

class GeminiContractTest extends ProfileContract {
    @Override
    protected AgentProfileProvider provider() {
        return new GeminiProfileProvider();
    }

    @Override
    protected void install(FakeMachine machine) {
        machine.executable("gemini").homeFile(".gemini/.env", "GOOGLE_CLOUD_PROJECT=p");
    }

    @Override
    protected List<String> executables() {
        return List.of("gemini");
    }

    @Override
    protected Set<String> secretVariables() {
        return Set.of("GEMINI_API_KEY", "GOOGLE_API_KEY");
    }
}
