package dev.termal.agent.gemini;

import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Gemini CLI over ACP: one long-lived process, which asks before it acts.
 *
 * <p>Permissions change no argument: the host answers each request. The mode is set over the protocol, where the CLI says
 * whether it took it.
 */
final class GeminiAcp implements EngineBinding {
    @Override
    public EngineId engine() {
        return new EngineId("acp");
    }

    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        Path executable = GeminiLaunch.executable(environment);
        LaunchSpec.Builder launch = GeminiLaunch.of(
                executable,
                List.of(GeminiVersion.protocolFlag(GeminiVersion.of(executable))),
                request.session(),
                environment);
        request.session()
                .resume()
                .flatMap(session -> new GeminiSessions(new GeminiHome(environment))
                        .loadableFrom(session, request.session().cwd()))
                .ifPresent(launch::notBefore);
        return Optional.of(launch.build());
    }

    /** History is repeated after the answer; signing in is the settings' matter, see {@link GeminiSignIn}. */
    @Override
    public Map<String, String> options() {
        return Map.of("replayQuiet", "500ms", "authOnDemand", "false");
    }

    @Override
    public List<ModelInfo> models(HostEnvironment environment) {
        return GeminiSettings.MODELS;
    }

    @Override
    public Set<String> rewrittenMethods() {
        return GeminiWire.METHODS;
    }

    @Override
    public RawJson rewrite(Wire kind, String method, RawJson message) {
        return GeminiWire.rewrite(kind, method, message);
    }

    @Override
    public Optional<ErrorCode> classify(PeerError error) {
        return GeminiErrors.classify(error);
    }
}
