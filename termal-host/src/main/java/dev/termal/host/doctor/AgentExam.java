package dev.termal.host.doctor;

import dev.termal.api.AgentException;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.McpServer;
import dev.termal.api.SessionInfo;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.host.config.Config;
import dev.termal.host.config.McpServers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/**
 * Examines one agent without starting it.
 *
 * @param configured what the config says of it
 * @param servers the MCP servers that it would be told of
 * @param launch how it would be started
 * @param relied whether somebody relies on it: named, the default, or in the config
 */
public record AgentExam(
        AgentProfile profile,
        HostEnvironment environment,
        Config.Agent configured,
        List<McpServer> servers,
        Callable<LaunchSpec> launch,
        boolean relied) {
    private static final int MAX_SESSIONS = 10;

    /** What was found; nothing that a profile throws gets out. */
    public Diagnostics examine() throws InterruptedException {
        Findings findings = new Findings();
        try {
            findings.all(profile.diagnose(environment));
            command(findings);
            signIn(findings);
            environment(findings);
            servers(findings);
            findings.fact("quirks", "Good to know", profile.quirks());
        } catch (AgentException e) {
            findings.failure("examination", String.valueOf(e.getMessage()), "");
        } catch (RuntimeException | LinkageError e) {
            findings.failure("examination", "its plugin failed: " + e, "");
        }
        return relied ? findings.done() : findings.doneForSomethingUnused();
    }

    private void command(Findings findings) throws InterruptedException {
        try {
            LaunchSpec spec = launch.call();
            List<String> command = spec.command();
            storedSessions(spec.cwd(), findings);
            if (command.isEmpty()) {
                findings.ok("command", "it needs no process");
            } else {
                findings.ok("command", command.get(0)).fact("command", "Command", command);
            }
        } catch (AgentException e) {
            boolean missing = e.code() == ErrorCode.EXECUTABLE_NOT_FOUND;
            if (!missing || !findings.hasFailed("executable")) { // the profile may have said so already
                findings.failure(
                        "command", String.valueOf(e.getMessage()), missing ? profile.installInstructions() : "");
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            findings.failure("command", "its plugin failed: " + e, "");
        }
    }

    /** What the agent itself keeps of this folder, the newest first. */
    private void storedSessions(Path cwd, Findings findings) {
        List<SessionInfo> stored = profile.storedSessions(cwd, environment);
        List<String> lines = new ArrayList<>();
        stored.stream()
                .sorted(Comparator.comparing(
                                (SessionInfo session) -> session.updatedAt().orElse(Instant.EPOCH))
                        .reversed())
                .limit(MAX_SESSIONS)
                .map(AgentExam::line)
                .forEach(lines::add);
        if (stored.size() > MAX_SESSIONS) {
            lines.add("and " + (stored.size() - MAX_SESSIONS) + " older");
        }
        findings.fact("storedSessions", "Its own sessions of this folder", lines);
    }

    private static String line(SessionInfo session) {
        return session.id().value()
                + session.updatedAt().map(time -> " of " + time).orElse("")
                + session.title().map(title -> ": " + title).orElse("");
    }

    private void signIn(Findings findings) {
        AuthStatus auth = profile.authStatus(environment);
        findings.fact("signIn", "Sign-in", auth.state().name().toLowerCase(Locale.ROOT));
        if (findings.hasFailed("executable") || findings.hasFailed("command")) {
            return; // first things first
        }
        String how = auth.hint();
        switch (auth.state()) {
            case SIGNED_IN -> findings.ok("sign-in", how.isBlank() ? "credentials are there" : how);
            case UNKNOWN -> findings.ok("sign-in", how.isBlank() ? "shows in use" : "shows in use: " + how);
            case SIGN_IN_REQUIRED ->
                findings.failure(
                        "sign-in", "no credentials were found", how.isBlank() ? profile.signInInstructions() : how);
        }
    }

    private void environment(Findings findings) {
        TreeSet<String> stripped = new TreeSet<>(profile.nestingMarkers());
        stripped.retainAll(environment.variables().keySet());
        findings.fact("strippedNames", "Variables stripped, as they mark an agent in itself", stripped);
        findings.fact("unsetNames", "Variables that the config takes away", configured.envUnset());
        findings.fact(
                "setNames",
                "Variables that the config sets",
                new TreeSet<>(configured.env().keySet()));
        findings.fact("userHome", "Home of the person", environment.home().toString());
        findings.fact("searchPath", "PATH", environment.variables().getOrDefault("PATH", ""));
    }

    private void servers(Findings findings) {
        Map<String, Fact.Value> found = new LinkedHashMap<>();
        for (McpServer server : servers) {
            if (server instanceof McpServer.Stdio program) {
                found.put(server.name(), new Fact.Value.Text(program.command().toString()));
                if (McpServers.located(program, environment).isEmpty()) {
                    findings.warning(
                            "mcp",
                            "server " + server.name() + ": its command " + program.command() + " was not found",
                            "until it is there, the server is left out");
                }
            } else if (server instanceof McpServer.Http http) {
                found.put(server.name(), new Fact.Value.Text(http.url().toString()));
            } else if (server instanceof McpServer.Sse sse) {
                found.put(server.name(), new Fact.Value.Text(sse.url().toString()));
            }
        }
        if (!found.isEmpty()) {
            findings.fact("mcpServers", "MCP servers", new Fact.Value.Entries(found));
        }
    }
}
