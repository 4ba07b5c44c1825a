package dev.termal.agent.antigravity;

import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Antigravity's ACP server: one long-lived process without arguments, which asks before it acts. Model and mode are set over
 * the protocol.
 *
 * <p>Nothing is sent to sign in: {@code authenticate} writes the method into the person's settings and would replace one that
 * was chosen.
 */
final class AntigravityAcp implements EngineBinding {
    @Override
    public EngineId engine() {
        return new EngineId("acp");
    }

    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        Path executable = AcpServer.search(environment).orThrow(AntigravityProfile.INSTALL);
        return Optional.of(LaunchSpec.builder(executable, request.session().cwd())
                .args(environment.settings(AntigravityProfile.ID, AntigravityProfile.ACP_ARGUMENTS))
                .build());
    }

    @Override
    public Map<String, String> options() {
        return Map.of("authOnDemand", "false");
    }

    @Override
    public Optional<ErrorCode> classify(PeerError error) {
        String words = error.message() + " " + error.data().map(RawJson::text).orElse("");
        return Optional.of(ErrorCode.AUTH_REQUIRED)
                .filter(code -> words.contains("onboarding_failed") || words.contains("Authentication required"));
    }
}
