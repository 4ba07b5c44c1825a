package dev.termal.host.cli;

import dev.termal.api.McpServer;
import dev.termal.api.PermissionPolicy;
import dev.termal.host.SessionPlan;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.config.Durations;
import dev.termal.host.text.Words;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What opening a session would do, for people. */
final class PlanTable {
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");
    private static final int MAX_VALUE = 4_000;

    private final Look look;
    private final StringBuilder text = new StringBuilder();

    PlanTable(Look look) {
        this.look = look;
    }

    String text(SessionPlan plan) {
        line("agent", plan.agent().value() + (plan.reason().isEmpty() ? "" : " (" + plan.reason() + ")"));
        line("engine", plan.engine().value());
        line("command", plan.command().stream().map(PlanTable::quoted).collect(Collectors.joining(" ")));
        line("folder", plan.cwd().toString());
        plan.request().additionalDirectories().forEach(folder -> line("also", folder.toString()));
        line("model", plan.request().model().orElse(""));
        line("mode", plan.request().mode().orElse(""));
        line("effort", plan.request().effort().orElse(""));
        map("option", plan.request().options());
        line(
                "permissions",
                Words.of(plan.request().permissions())
                        + (plan.policyArguments().isEmpty() ? "" : "; the agent cannot ask, so it is told at launch:"));
        for (PermissionPolicy policy : PermissionPolicy.values()) {
            Optional.ofNullable(plan.policyArguments().get(policy))
                    .ifPresent(words ->
                            line("  " + Words.of(policy), words.isEmpty() ? "(no argument)" : String.join(" ", words)));
        }
        line(
                "mcp servers",
                plan.request().mcpServers().stream().map(McpServer::name).collect(Collectors.joining(", ")));
        line(
                "host tools",
                plan.hostTools().isEmpty()
                        ? ""
                        : String.join(", ", plan.hostTools()) + "; where the agent takes servers over HTTP");
        map("protocol", plan.engineOptions());
        line("timeout", plan.timeout().map(Durations::format).orElse("none"));
        line("idle timeout", Durations.format(plan.idleTimeout()));
        map("environment", plan.environment());
        line("not passed on", String.join(" ", new TreeSet<>(plan.removedNames())));
        plan.notices().forEach(notice -> line("note", notice));
        return text.toString();
    }

    private void map(String name, Map<String, String> map) {
        new TreeMap<>(map).forEach((key, value) -> line(name, key + "=" + value));
    }

    private void line(String name, String value) {
        if (!value.isEmpty()) {
            text.append(look.dim(String.format(Locale.ROOT, "%-14s", name)))
                    .append(PlainText.line(value, MAX_VALUE))
                    .append('\n');
        }
    }

    /** As a POSIX shell would take it. */
    private static String quoted(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
