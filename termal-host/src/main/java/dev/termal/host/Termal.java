package dev.termal.host;

import com.google.inject.Guice;
import com.google.inject.Stage;
import dev.termal.host.event.SessionEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A host: finds engines, agents and plugins, opens sessions, owns their processes.
 *
 * <pre>{@code
 * try (Termal host = Termal.open();
 *         TermalSession session = host.open(SessionSpec.builder(folder).build())) {
 *     session.read(session.openedAt(), entry -> entry.agentText().ifPresent(System.out::print));
 *     TurnReport report = session.prompt("explain this folder");
 *     System.out.println(report.outcome());
 * }
 * }</pre>
 *
 * <p>Nobody is there to answer requests unless {@link SessionSpec.Builder#attended} says so; then a reader of the session
 * answers them ({@link TermalSession#answerPermission}, {@link TermalSession#answerQuestion}).
 *
 * <p>A host has no static state and never ends the JVM; several can live side by side, with homes of their own or with one in
 * common. On the class path all is as on the module path, but that plugins cannot be loaded. Closing it ends all that it has
 * started.
 *
 * <p>Methods may be called from any thread. Failures are {@link dev.termal.api.AgentException}s; wrong settings are of code
 * {@code CONFIGURATION} and name the setting and the choices.
 */
public interface Termal extends AutoCloseable {
    /** Opens a host with this process's environment, and with the home that it names. */
    static Termal open() {
        return open(HostOptions.builder().build());
    }

    /** Opens a host on this machine; looks at nothing yet but where its folder is. */
    static Termal open(HostOptions options) {
        return Guice.createInjector(Stage.DEVELOPMENT, new HostModule(options)).getInstance(Termal.class);
    }

    /** The version of the host; {@code unknown} where the build gave it none. */
    static String hostVersion() {
        return HostVersion.VALUE;
    }

    /** The host's folder. */
    Path home();

    /** The agents by name, with their readiness; starts none. */
    List<AgentStatus> agents() throws InterruptedException;

    /** The engines by name. */
    List<EngineStatus> engines();

    /** The plugins, built-in modules first, then in the order in which they were loaded, then those that failed. */
    List<PluginStatus> plugins();

    /** What a person should know of config and plugins: unknown keys, failed plugins; a line each. */
    List<String> warnings();

    /**
     * What is wrong with the config file, or with an environment variable that stands for a setting; empty where nothing is.
     * The lists tell what they can all the same, as if there were no config file; sessions are not opened.
     */
    Optional<String> configProblem();

    /** The config file, whether or not it exists. */
    Path configFile();

    /** The settings as they stand. */
    List<EffectiveSetting> config();

    /**
     * What the config file says in a place: text as it is, all else as JSON, with what may be secret masked; empty where it
     * says nothing there. What the environment says in its stead is not asked for.
     *
     * @param path names apart by dots, or a JSON pointer
     * @throws dev.termal.api.AgentException of code {@code CONFIGURATION} where the file cannot be read, or the path is none
     */
    Optional<String> writtenConfig(String path);

    /** The JSON Schema of the config file, with the settings of the agents and engines that are there. */
    String configSchema();

    /** Chooses a session and prepares it, and starts nothing: to look at what would be done, and then to do just that. */
    PlannedSession planned(SessionSpec spec) throws InterruptedException;

    /** What {@link #open} would do. */
    default SessionPlan plan(SessionSpec spec) throws InterruptedException {
        return planned(spec).plan();
    }

    /** Starts the agent and opens a session. */
    default TermalSession open(SessionSpec spec) throws InterruptedException {
        return open(spec, entry -> {});
    }

    /**
     * The same, for callers who want to see what happens meanwhile. The deadlines of a turn hold for the start too, and what
     * it takes counts towards the first turn; past one it fails with {@code TIMEOUT}. Interrupting the caller gives it up,
     * with nothing left running.
     *
     * @param meanwhile told the session's entries until it is open, on a thread of the host; they stay in its stream
     */
    default TermalSession open(SessionSpec spec, Consumer<SessionEntry> meanwhile) throws InterruptedException {
        return planned(spec).open(meanwhile, spec.whenWaiting());
    }

    /**
     * Sets a value in the config file, which is made where it is missing; all else in it is kept.
     *
     * @param path names apart by dots, as {@link #config()} gives them, or a JSON pointer
     * @param value JSON where it is an object, a list, a quoted text, a whole number, true or false; else text
     */
    ConfigChange setConfig(String path, String value);

    /** Takes a value out of the config file; does nothing where it is not there. */
    ConfigChange unsetConfig(String path);

    /** The config file of the repository around a folder, whether or not it is trusted. */
    Optional<RepositoryFile> repositoryFile(Path cwd);

    /**
     * Lets a repository's config file count as it was read: with another content it does not count.
     *
     * @throws dev.termal.api.AgentException of code {@code CONFIGURATION} where something in it is wrong
     */
    void trust(RepositoryFile file);

    /** The repositories' config files that are trusted, in the order in which they were. */
    List<TrustedFile> trusted();

    /**
     * Lets a repository's config file not count any more.
     *
     * @return false where it did not
     */
    boolean revokeTrust(String path);

    /** The rules by which permission requests are answered: those of the config, then what was remembered. */
    List<KnownRule> permissionRules();

    /**
     * Forgets remembered rules; what waits for a person goes on waiting.
     *
     * @return those of the ids that there were
     */
    Set<String> revokePermissions(Set<String> ids);

    /** Whether agents are signed in, by name, as far as can be told without starting them. */
    List<SignInStatus> signIns() throws InterruptedException;

    /**
     * Signs in to an agent by a way that the caller chooses, and opens a session to see whether it took. The agent keeps the
     * credentials; the host neither reads nor writes any. A sign-in in a terminal takes the streams of this process.
     */
    void signIn(SessionSpec spec, SignInCaller caller) throws InterruptedException;

    /** Signs out of an agent, where it can do that over a connection; else fails with {@code UNSUPPORTED}. */
    void signOut(SessionSpec spec) throws InterruptedException;

    /** The models of an agent; starts it where only a session tells, which spends no tokens. */
    ModelList models(SessionSpec spec) throws InterruptedException;

    /**
     * What installing an agent would fetch; looks and fetches nothing, but the registry's document where that is asked for.
     *
     * @param newest the newest build that the registry tells of, in place of the pinned one
     */
    InstallOffer installOffer(SessionSpec spec, boolean newest) throws InterruptedException;

    /**
     * Installs an agent as was offered; does nothing where it is there already.
     *
     * @param progress takes what happens, a line each
     */
    Installation install(InstallOffer offer, Consumer<String> progress) throws InterruptedException;

    /**
     * Runs an agent through what its engine relies on, in an empty folder; spends tokens. What was found is kept for each
     * build of the agent.
     */
    ProbeReport probe(SessionSpec spec) throws InterruptedException;

    /** Examines the host and its agents; spends no tokens. Whatever is wrong is in the report. */
    DoctorReport doctor(DoctorSpec spec) throws InterruptedException;

    /** The agents that dead hosts left running. */
    List<Leftover> leftovers();

    /** Ends exactly what dead hosts left running, within bounds, and tells what that was. */
    List<Leftover> reap();

    /** The sessions that are kept. */
    StoredSessions sessions();

    /** Closes all sessions, ends all processes, within bounds. */
    @Override
    void close();
}
