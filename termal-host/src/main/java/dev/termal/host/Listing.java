package dev.termal.host;

import dev.termal.api.spi.AgentProfile;
import dev.termal.host.config.RepositoryConfig;
import dev.termal.host.config.TermalHome;
import dev.termal.host.config.TrustStore;
import jakarta.inject.Inject;
import java.util.List;
import java.util.TreeMap;

/** Lists what there is, for people and programs. Starts nothing. */
final class Listing {
    private final TermalHome home;
    private final Inventory inventory;

    @Inject
    Listing(TermalHome home, Inventory inventory) {
        this.home = home;
        this.inventory = inventory;
    }

    List<AgentStatus> agents() {
        Setup setup = inventory.setupAsFarAsPossible();
        return new TreeMap<>(setup.profiles())
                .values().stream().map(p -> status(p, setup)).toList();
    }

    private AgentStatus status(AgentProfile profile, Setup setup) {
        AgentChooser.Finding finding = new AgentChooser(setup).finding(profile);
        String origin = inventory
                .catalog()
                .profile(profile.id())
                .filter(p -> p.value() == profile)
                .map(p -> p.origin().toString())
                .orElse(home.config().toString());
        return new AgentStatus(
                profile.id(),
                profile.displayName(),
                profile.badge(),
                origin,
                profile.bindings().stream().map(b -> b.engine()).toList(),
                finding.readiness(),
                finding.detail(),
                finding.hint(),
                setup.settings()
                        .defaultAgent()
                        .filter(chosen -> chosen.value().equals(profile.id().value()))
                        .isPresent(),
                profile.fallback(),
                profile.settings());
    }

    List<EngineStatus> engines() {
        return inventory.catalog().engines().stream()
                .map(p -> new EngineStatus(
                        p.value().id(),
                        p.value().displayName(),
                        p.origin().toString(),
                        p.value().takesBareCommand(),
                        inventory.known().options(p.value())))
                .toList();
    }

    List<SignInStatus> signIns() {
        Setup setup = inventory.setupAsFarAsPossible();
        return new TreeMap<>(setup.profiles())
                .values().stream()
                        .map(profile -> new SignInStatus(
                                profile.id(),
                                profile.displayName(),
                                profile.authStatus(setup.environment(profile)),
                                profile.signInInstructions()))
                        .toList();
    }

    List<TrustedFile> trusted() {
        return inventory.trust().all().stream()
                .map(each -> new TrustedFile(each.path(), each.sha256(), each.since(), state(each)))
                .toList();
    }

    private static TrustedFile.State state(TrustStore.Trusted trusted) {
        return RepositoryConfig.hashOf(trusted.path())
                .map(hash -> hash.equals(trusted.sha256()) ? TrustedFile.State.UNCHANGED : TrustedFile.State.CHANGED)
                .orElse(TrustedFile.State.GONE);
    }
}
