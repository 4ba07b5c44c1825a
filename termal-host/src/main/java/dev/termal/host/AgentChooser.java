package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.AuthStatus;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.host.AgentStatus.Readiness;
import dev.termal.host.config.Settings;
import dev.termal.host.text.Nearest;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Says which agents are ready, and chooses one where none is named. Starts nothing. */
final class AgentChooser {
    private final Setup setup;

    AgentChooser(Setup setup) {
        this.setup = setup;
    }

    /** An agent, and why it was chosen; no reason where it was named. */
    record Chosen(AgentProfile profile, String reason) {}

    /** Whether an agent can be used. */
    record Finding(Readiness readiness, String detail, String hint) {}

    Chosen choose(SessionSpec spec) {
        if (spec.agent().isPresent()) {
            return new Chosen(named(spec.agent().get()), "");
        }
        Optional<AgentProfile> configured = configured();
        if (configured.isPresent()) {
            return new Chosen(configured.get(), "");
        }
        Optional<AgentProfile> ready = spec.attended()
                ? setup.profiles().values().stream()
                        .filter(p -> !p.fallback() && finding(p).readiness() == Readiness.READY)
                        .findFirst()
                : Optional.empty();
        return ready.map(p -> new Chosen(
                        p, "no agent chosen: using " + p.id() + ", the first that is ready; -a NAME chooses another"))
                .or(this::fallback)
                .orElseThrow(() -> new AgentException(
                        ErrorCode.EXECUTABLE_NOT_FOUND,
                        "no agent chosen and none that can stand in: choose one with -a, one of "
                                + String.join(", ", setup.profiles().keySet())));
    }

    private Optional<Chosen> fallback() {
        return setup.profiles().values().stream()
                .filter(AgentProfile::fallback)
                .findFirst()
                .map(p -> new Chosen(
                        p,
                        "no agent chosen: using " + p.id() + "; -a NAME chooses another, 'termal agents' lists them"));
    }

    AgentProfile named(String name) {
        AgentProfile profile = setup.profiles().get(name);
        if (profile != null) {
            return profile;
        }
        throw new AgentException(
                ErrorCode.EXECUTABLE_NOT_FOUND,
                "no agent is named \"" + name + "\"; known are " + String.join(", ", known())
                        + Nearest.hint(name, known()));
    }

    /** The one that a setting names; where there is no such agent, it is the setting that is wrong. */
    Optional<AgentProfile> configured() {
        return setup.settings().defaultAgent().map(this::configured);
    }

    private AgentProfile configured(Settings.Source named) {
        AgentProfile profile = setup.profiles().get(named.value());
        if (profile == null) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    named.source() + ": no agent is named \"" + named.value() + "\"; known are "
                            + String.join(", ", known()) + Nearest.hint(named.value(), known()));
        }
        return profile;
    }

    private Set<String> known() {
        return setup.profiles().keySet();
    }

    /** Looks whether the agent's command can be made and whether it is signed in. */
    Finding finding(AgentProfile profile) {
        Optional<String> gap = setup.config().agentGap(profile.id().value());
        if (gap.isPresent()) {
            return new Finding(Readiness.MISCONFIGURED, gap.get(), "");
        }
        HostEnvironment environment = setup.environment(profile);
        EngineBinding binding = profile.bindings().get(0);
        String command;
        AuthStatus auth;
        try {
            Path anywhere = environment.home().toAbsolutePath();
            command = binding.launchSpec(new LaunchRequest.ForConnection(SessionRequest.in(anywhere)), environment)
                    .map(LaunchSpec::toString)
                    .orElse("no process");
            auth = profile.authStatus(environment);
        } catch (AgentException e) {
            Readiness readiness = e.code() == ErrorCode.CONFIGURATION ? Readiness.MISCONFIGURED : Readiness.MISSING;
            String detail = String.valueOf(e.getMessage());
            String hint = profile.installInstructions();
            return new Finding(readiness, detail, detail.contains(hint) ? "" : hint);
        }
        if (auth.state() == AuthStatus.State.SIGN_IN_REQUIRED) {
            String hint = auth.hint().isBlank() ? profile.signInInstructions() : auth.hint();
            return new Finding(Readiness.SIGN_IN_NEEDED, command, hint);
        }
        return new Finding(Readiness.READY, command, "");
    }
}
