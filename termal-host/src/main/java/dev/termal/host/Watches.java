package dev.termal.host;

import dev.termal.host.event.StoredSession;
import dev.termal.host.hook.HookWatch;
import dev.termal.host.hook.Hooks;
import dev.termal.host.process.ProcessLauncher;
import jakarta.inject.Inject;
import java.util.Optional;

/** Says whether a person's hooks are to be told of a session. */
final class Watches {
    private final HostOptions options;
    private final Hooks hooks;

    @Inject
    Watches(HostOptions options, Hooks hooks) {
        this.options = options;
        this.hooks = hooks;
    }

    /** Who looks at it; nobody inside of an agent or of a hook, which is not what a person waits for. */
    Optional<HookWatch> of(SessionChoice.Chosen chosen, SessionPlanner.Prepared prepared, Setup setup) {
        boolean inside =
                !options.environment().getOrDefault(ProcessLauncher.INSIDE, "").isEmpty();
        if (inside || !chosen.spec().hooks() || setup.config().hooks().isEmpty()) {
            return Optional.empty();
        }
        HookWatch.Subject subject = new HookWatch.Subject(
                prepared.profile().id(),
                prepared.binding().engine(),
                prepared.request().cwd(),
                chosen.stored().map(StoredSession::name).orElse(chosen.spec().session()));
        return Optional.of(new HookWatch(hooks, setup.config().hooks(), subject));
    }
}
