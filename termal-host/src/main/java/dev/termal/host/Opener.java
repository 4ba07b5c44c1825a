package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.host.config.CommandProfile;
import dev.termal.host.config.EffectiveConfig;
import dev.termal.host.config.TermalHome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.hook.HookWatch;
import dev.termal.host.mcp.HostToolBridge;
import dev.termal.host.session.LiveSession;
import dev.termal.host.session.Sessions;
import dev.termal.host.session.TurnRules;
import dev.termal.host.store.SessionJournal;
import dev.termal.host.store.SessionStore;
import jakarta.inject.Inject;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Plans sessions, and opens them as was planned. One per host; from any thread. */
final class Opener {
    private final TermalHome home;
    private final Inventory inventory;
    private final Connector connector;
    private final Sessions sessions;
    private final SessionStore store;
    private final Permissions permissions;
    private final Watches watches;
    private final LiveNotes notes;
    private final HostToolBridge bridge;

    @Inject
    Opener(
            TermalHome home,
            Inventory inventory,
            Connector connector,
            Sessions sessions,
            SessionStore store,
            Permissions permissions,
            Watches watches,
            LiveNotes notes,
            HostToolBridge bridge) {
        this.home = home;
        this.inventory = inventory;
        this.connector = connector;
        this.sessions = sessions;
        this.store = store;
        this.permissions = permissions;
        this.watches = watches;
        this.notes = notes;
        this.bridge = bridge;
    }

    /** Chooses and prepares; starts nothing. */
    PlannedSession planned(SessionSpec spec) {
        Optional<String> agent = spec.command().isEmpty()
                ? spec.agent()
                : Optional.of(CommandProfile.nameOf(spec.command()).value());
        SessionChoice.Chosen chosen = new SessionChoice(store).choose(spec, agent);
        home.run(); // what starts an agent needs the folder, and fails better before it has begun
        Setup setup = inventory.setup(chosen.spec().cwd());
        SessionPlanner.Prepared prepared = new SessionPlanner(setup).prepare(chosen.spec());
        try {
            return new Planned(spec, chosen, setup, prepared);
        } catch (AgentException e) {
            watches.of(chosen, prepared, setup).ifPresent(hook -> hook.failedToOpen(e));
            throw e;
        }
    }

    private final class Planned implements PlannedSession {
        private final SessionSpec wished;
        private final SessionChoice.Chosen chosen;
        private final Setup setup;
        private final SessionPlanner.Prepared prepared;
        private final Lending lending;
        private final SessionPlan plan;

        Planned(SessionSpec wished, SessionChoice.Chosen chosen, Setup setup, SessionPlanner.Prepared prepared) {
            this.wished = wished;
            this.chosen = chosen;
            this.setup = setup;
            this.prepared = prepared;
            lending = new Lending(bridge, home, setup, prepared.profile().id().value(), chosen.spec());
            plan = made();
        }

        @Override
        public SessionPlan plan() {
            return plan;
        }

        private SessionPlan made() {
            LaunchRequest launch = new LaunchRequest.ForConnection(prepared.request());
            boolean hasProcess = prepared.binding()
                    .launchSpec(launch, prepared.environment())
                    .isPresent();
            LaunchSpec start = hasProcess
                    ? prepared.launchSpec(launch)
                    : LaunchSpec.builder(List.of(), prepared.request().cwd()).build();
            Set<String> removed = new TreeSet<>(start.removedNames());
            removed.addAll(prepared.profile().nestingMarkers());
            return new SessionPlan(
                    prepared.profile().id(),
                    prepared.binding().engine(),
                    prepared.reason(),
                    start.command(),
                    start.cwd(),
                    shown(start),
                    removed,
                    prepared.request(),
                    prepared.options(),
                    lending.tools(),
                    policyArguments(),
                    prepared.timeout(),
                    prepared.idleTimeout(),
                    Stream.concat(chosen.notices().stream(), prepared.notices().stream())
                            .toList());
        }

        private static Map<String, String> shown(LaunchSpec start) {
            Map<String, String> shown = new TreeMap<>(start.environment());
            shown.replaceAll((name, value) -> start.secretNames().contains(name) || EffectiveConfig.looksSecret(name)
                    ? EffectiveConfig.MASK
                    : value);
            return shown;
        }

        private Map<PermissionPolicy, List<String>> policyArguments() {
            Map<PermissionPolicy, List<String>> table = new EnumMap<>(PermissionPolicy.class);
            for (PermissionPolicy policy : PermissionPolicy.values()) {
                table.put(
                        policy,
                        prepared.binding()
                                .policyArguments(prepared.request().toBuilder()
                                        .permissions(policy)
                                        .build()));
            }
            return table.values().stream().allMatch(List::isEmpty) ? Map.of() : table;
        }

        @Override
        public TermalSession open(Consumer<SessionEntry> meanwhile, Consumer<String> whenWaiting)
                throws InterruptedException {
            Optional<SessionJournal> journal = new Keeping(store).journal(chosen, prepared, whenWaiting);
            return journal.isPresent()
                    ? open(journal.get(), meanwhile)
                    : planned(wished).open(meanwhile, whenWaiting); // the name was free, and is taken now
        }

        private TermalSession open(SessionJournal journal, Consumer<SessionEntry> meanwhile)
                throws InterruptedException {
            TurnRules rules = new TurnRules(
                    prepared.timeout(),
                    prepared.idleTimeout(),
                    wished.attended(),
                    wished.strict(),
                    wished.answers(),
                    wished.onLost(),
                    prepared.digest());
            Optional<HookWatch> watch = watches.of(chosen, prepared, setup);
            try {
                LiveSession session = sessions.open(
                        connector.engine(prepared),
                        connector.request(prepared),
                        rules,
                        journal,
                        permissions.rules(
                                prepared.profile().id().value(),
                                prepared.request().cwd(),
                                setup),
                        lending.lender(),
                        meanwhile);
                watch.ifPresent(hook -> session.read(
                        session.openedAt(), entry -> hook.entry(session.key(), entry, session::waitsForPerson)));
                return new LocalSession(
                        session, notes.of(session, prepared.request().cwd()));
            } catch (AgentException e) {
                watch.ifPresent(hook -> hook.failedToOpen(e));
                throw e;
            }
        }
    }
}
