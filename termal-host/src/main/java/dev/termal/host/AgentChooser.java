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
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

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
        Optional<String> named = spec.agent().or(() -> setup.settings().defaultAgent());
        if (named.isPresent()) {
            return new Chosen(named(named.get()), "");
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
                        p, "no agent chosen: using " + p.id() + "; -a NAME chooses another, \"agents\" lists them"));
    }

    AgentProfile named(String name) {
        AgentProfile profile = setup.profiles().get(name);
        if (profile != null) {
            return profile;
        }
        String close = setup.profiles().keySet().stream()
                .filter(known -> distance(known, name) <= 2)
                .min(Comparator.comparingInt(known -> distance(known, name)))
                .map(known -> "did you mean " + known + "? ")
                .orElse("");
        throw new AgentException(
                ErrorCode.EXECUTABLE_NOT_FOUND,
                "no agent is named \"" + name + "\": " + close + "Known are "
                        + String.join(", ", setup.profiles().keySet()));
    }

    /** Looks whether the agent's command can be made and whether it is signed in. */
    Finding finding(AgentProfile profile) {
        HostEnvironment environment = setup.environment(profile);
        EngineBinding binding = profile.bindings().get(0);
        String command;
        try {
            Path anywhere = environment.home().toAbsolutePath();
            command = binding.launchSpec(new LaunchRequest.ForConnection(SessionRequest.in(anywhere)), environment)
                    .map(LaunchSpec::toString)
                    .orElse("no process");
        } catch (AgentException e) {
            Readiness readiness = e.code() == ErrorCode.CONFIGURATION ? Readiness.MISCONFIGURED : Readiness.MISSING;
            String detail = String.valueOf(e.getMessage());
            String hint = profile.installInstructions();
            return new Finding(readiness, detail, detail.contains(hint) ? "" : hint);
        }
        AuthStatus auth = profile.authStatus(environment);
        if (auth.state() == AuthStatus.State.SIGN_IN_REQUIRED) {
            String hint = auth.hint().isBlank() ? profile.signInInstructions() : auth.hint();
            return new Finding(Readiness.SIGN_IN_NEEDED, command, hint);
        }
        return new Finding(Readiness.READY, command, "");
    }

    /** How many letters differ, counted in insertions, deletions and replacements. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
