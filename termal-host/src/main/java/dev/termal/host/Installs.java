package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.InstallPlan;
import dev.termal.host.install.Installer;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;

/** Installs agents by what their profiles know. */
final class Installs {
    private Installs() {}

    static InstallOffer offer(SessionPlanner.Prepared agent, boolean newest) throws InterruptedException {
        String otherwise = agent.profile().installInstructions();
        InstallPlan plan = agent.profile()
                .installPlan(agent.environment())
                .orElseThrow(() -> new AgentException(
                        ErrorCode.UNSUPPORTED,
                        "TermAl does not install " + agent.profile().id() + ". " + otherwise));
        if (newest) {
            URI registry = plan.registry()
                    .orElseThrow(() -> new AgentException(
                            ErrorCode.UNSUPPORTED,
                            "No registry tells of newer builds of "
                                    + agent.profile().id() + "."));
            plan = Installer.fromRegistry(plan, registry);
        }
        Installer installer = new Installer(plan, line -> {});
        Optional<String> there =
                installer.installed().map(installed -> installed.executable().toString());
        return new InstallOffer(agent.profile().id(), plan, installer.archive(), there, otherwise);
    }

    static Installation install(InstallOffer offer, Consumer<String> progress) throws InterruptedException {
        try {
            Installer.Installed installed = new Installer(offer.plan(), progress).install();
            return new Installation(
                    installed.executable(), installed.version(), installed.sha256(), installed.wasThere());
        } catch (AgentException e) {
            throw new AgentException(e.code(), e.getMessage() + ". By hand: " + offer.otherwise() + ".", e);
        }
    }
}
