package dev.termal.host;

import com.google.inject.Guice;
import com.google.inject.Stage;
import java.nio.file.Path;
import java.util.List;

/**
 * A host: finds engines, agents and plugins, opens sessions, owns their processes.
 *
 * <p>Methods may be called from any thread. Failures are {@link dev.termal.api.AgentException}s; wrong settings are of code
 * {@code CONFIGURATION} and name the setting and the choices.
 */
public interface Termal extends AutoCloseable {
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

    /** The config file, whether or not it exists. */
    Path configFile();

    /** The settings as they stand. */
    List<EffectiveSetting> config();

    /** The JSON Schema of the config file, with the settings of the agents and engines that are there. */
    String configSchema();

    /** What {@link #open} would do. */
    SessionPlan plan(SessionSpec spec) throws InterruptedException;

    /** Starts the agent and opens a session. */
    TermalSession open(SessionSpec spec) throws InterruptedException;

    /** Examines the host and its agents; spends no tokens. Whatever is wrong is in the report. */
    DoctorReport doctor(DoctorSpec spec) throws InterruptedException;

    /** The agents that dead hosts left running. */
    List<Leftover> leftovers();

    /** Ends exactly what dead hosts left running, within bounds, and tells what that was. */
    List<Leftover> reap();

    /** Closes all sessions, ends all processes, within bounds. */
    @Override
    void close();
}
