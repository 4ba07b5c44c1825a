package dev.termal.host;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.termal.host.config.TermalHome;
import dev.termal.host.hook.Hooks;
import dev.termal.host.mcp.HostToolBridge;
import dev.termal.host.permission.RuleMemory;
import dev.termal.host.plugin.PluginCatalog;
import dev.termal.host.process.ProcessLauncher;
import dev.termal.host.process.TerminalProgram;
import dev.termal.host.session.Sessions;
import dev.termal.host.store.SessionStore;
import java.time.Clock;

/** How the host is put together; the only place where its parts meet. */
final class HostModule extends AbstractModule {
    private final HostOptions options;
    private final TermalHome home;

    HostModule(HostOptions options) {
        this.options = options;
        home = TermalHome.find(options.home(), options.environment());
    }

    @Override
    protected void configure() {
        bind(HostOptions.class).toInstance(options);
        bind(TermalHome.class).toInstance(home);
        bind(HostContext.class).in(Singleton.class);
        bind(Inventory.class).in(Singleton.class);
        bind(Watches.class).in(Singleton.class);
        bind(Listing.class).in(Singleton.class);
        bind(Connector.class).in(Singleton.class);
        bind(Opener.class).in(Singleton.class);
        bind(LiveNotes.class).in(Singleton.class);
        bind(Examination.class).in(Singleton.class);
        bind(SignIns.class).in(Singleton.class);
        bind(Permissions.class).in(Singleton.class);
        bind(Models.class).in(Singleton.class);
        bind(StoredSessions.class).to(LocalStoredSessions.class).in(Singleton.class);
        bind(Termal.class).to(LocalTermal.class).in(Singleton.class);
    }

    @Provides
    @Singleton
    Sessions sessions(HostContext context) {
        return new Sessions(context);
    }

    @Provides
    @Singleton
    Hooks hooks(HostContext context, Connector connector) {
        return new Hooks(context, connector::start);
    }

    @Provides
    @Singleton
    HostToolBridge bridge(HostContext context, Inventory inventory) {
        return new HostToolBridge(
                context,
                () -> inventory.catalog().toolProviders().stream()
                        .map(PluginCatalog.Plugged::value)
                        .toList());
    }

    @Provides
    @Singleton
    SessionStore store(TermalHome home, HostContext context) {
        return new SessionStore(home.store(), context.clock(), context.threads());
    }

    @Provides
    @Singleton
    Snapshots snapshots(TermalHome home, HostContext context) {
        return new Snapshots(home.runFolder().resolve("sessions"), context.clock());
    }

    @Provides
    @Singleton
    RuleMemory ruleMemory(TermalHome home) {
        return new RuleMemory(home.permissions(), Clock.systemUTC());
    }

    @Provides
    @Singleton
    ProcessLauncher launcher(TermalHome home, HostContext context) {
        return new ProcessLauncher(home.run(), options.environment(), context.limits());
    }

    @Provides
    @Singleton
    TerminalProgram terminal(TermalHome home) {
        return new TerminalProgram(home.run(), options.environment());
    }
}
