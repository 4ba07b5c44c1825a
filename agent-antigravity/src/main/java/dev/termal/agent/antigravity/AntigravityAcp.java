package dev.termal.agent.antigravity;

import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
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
 * Antigravity's ACP server: one long-lived process without arguments, which asks before it acts. Model and mode are set over
 * the protocol.
 *
 * <p>Nothing is sent to sign in: {@code authenticate} writes the method into the person's settings and would replace one that
 * was chosen.
 */
final class AntigravityAcp implements EngineBinding {
    private static final String HARNESS_PATH = "ANTIGRAVITY_HARNESS_PATH";

    private final OpenFacts facts;
    private final AntigravityWire wire = new AntigravityWire();

    AntigravityAcp(OpenFacts facts) {
        this.facts = facts;
    }

    @Override
    public EngineId engine() {
        return new EngineId("acp");
    }

    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        Path executable = AcpServer.search(environment).orThrow(AntigravityProfile.INSTALL);
        LaunchSpec.Builder launch = LaunchSpec.builder(
                        executable, request.session().cwd())
                .args(environment.settings(AntigravityProfile.ID, AntigravityProfile.ACP_ARGUMENTS));
        if (facts.namesHarness() && !environment.variables().containsKey(HARNESS_PATH)) {
            AcpServer.harness(executable).ifPresent(path -> launch.env(HARNESS_PATH, path.toString()));
        }
        return Optional.of(launch.build());
    }

    /** The server takes the effort as part of the model's name, and names modes otherwise than the CLI. */
    @Override
    public SessionRequest inItsWords(SessionRequest wanted, SessionState offered) {
        List<String> slugs = offered.option(SessionState.Category.MODEL)
                .map(option -> option.choices().stream()
                        .map(SessionState.Choice::value)
                        .toList())
                .orElse(List.of());
        String current = offered.option(SessionState.Category.MODEL)
                .map(SessionState.Option::value)
                .orElse("");
        SessionRequest.Builder worded = SessionRequest.builder(wanted.cwd()).permissions(wanted.permissions());
        wanted.options().forEach(worded::option);
        Slugs.onServer(wanted.model(), wanted.effort(), slugs, current).ifPresent(worded::model);
        wanted.mode().map(AntigravityMode::onServer).ifPresent(worded::mode);
        return worded.build();
    }

    @Override
    public Map<String, String> options() {
        return Map.of(
                "authOnDemand",
                "false",
                "resends",
                "cumulative",
                "cancelForm",
                facts.cancel().word(),
                "continueBy",
                facts.resumes() ? "resume" : "load");
    }

    /** Without these it is no second choice either: a model that cannot be set, a turn that cannot be gone on from. */
    @Override
    public Set<String> reliedOn() {
        return Set.of("P1", "P3", "P5", "A", "C", "D", "E");
    }

    /** The calls of a connection are told in parts, so each has its own memory. */
    @Override
    public EngineBinding forConnection() {
        return new AntigravityAcp(facts);
    }

    @Override
    public Set<String> rewrittenMethods() {
        return AntigravityWire.METHODS;
    }

    @Override
    public RawJson rewrite(Wire kind, String method, RawJson message) {
        return wire.rewrite(kind, method, message);
    }

    @Override
    public Optional<ErrorCode> classify(PeerError error) {
        String words = error.message() + " " + error.data().map(RawJson::text).orElse("");
        return Optional.of(ErrorCode.AUTH_REQUIRED)
                .filter(code -> words.contains("onboarding_failed") || words.contains("Authentication required"));
    }
}
