package dev.termal.host.config;

import dev.termal.api.spi.Setting;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The settings that the host itself knows, for all agents and for one. */
final class HostSettings {
    static final List<String> POLICIES = List.of("ask", "auto", "read-only", "deny");

    static final Setting AGENT =
            Setting.text("agent", "The agent to use where none is named.").withEnvironment("TERMAL_AGENT");
    static final Setting ENGINE = Setting.text(
                    "engine", "The engine to drive the agent by; else the first that the agent prefers.")
            .withEnvironment("TERMAL_ENGINE");
    static final Setting PERMISSIONS = Setting.choice(
                    "permissions", POLICIES, "How requests of the agent to do something are answered.")
            .withDefault("ask")
            .withEnvironment("TERMAL_PERMISSIONS");
    static final Setting TIMEOUT = Setting.of(
                    "timeout", Setting.Type.DURATION, "How long a turn may take in all; no limit unless said.")
            .withEnvironment("TERMAL_TIMEOUT");
    static final Setting IDLE_TIMEOUT = Setting.of(
                    "idleTimeout", Setting.Type.DURATION, "How long an agent may be silent in a turn.")
            .withEnvironment("TERMAL_IDLE_TIMEOUT");
    static final Setting BELL = Setting.choice(
                    "bell",
                    List.of("on", "desktop", "off"),
                    "How the chat calls you when you are asked something or a long turn has ended: on rings the terminal's"
                            + " bell, desktop has the terminal show a notification.")
            .withDefault("on");
    static final Setting MODEL = Setting.text("model", "The model to ask for.");
    static final Setting MODE = Setting.text("mode", "The agent's mode to start in.");
    static final Setting HOST_TOOLS = new Setting(
            "hostTools",
            Setting.Type.LIST,
            List.of("none", "all"),
            Optional.of("none"),
            List.of("TERMAL_HOST_TOOLS"),
            "Which tools of the host the agent may call: none, all, or a list of names.");
    static final Setting EFFORT = Setting.text("effort", "How much the model shall think.");

    static final Setting SYSTEM_PROMPT =
            Setting.text("systemPrompt", "What each new conversation begins with, before the first prompt.");
    static final Setting DIGEST = Setting.of(
                    "digest",
                    Setting.Type.INTEGER,
                    "How many characters of what was said in its absence an agent is told when it comes back to a session;"
                            + " 0 for none. 8000 is much.")
            .withDefault("0");

    static final Setting SKILLS = Setting.of(
            "skills",
            Setting.Type.LIST,
            "Folders with skills, beside the one in the home; relative ones are in the session's folder.");

    /** At the top of the file. */
    static final List<Setting> GENERAL =
            List.of(AGENT, PERMISSIONS, TIMEOUT, IDLE_TIMEOUT, SYSTEM_PROMPT, DIGEST, BELL);

    /** Under each agent, beside the agent's own. */
    static final List<Setting> PER_AGENT =
            List.of(PERMISSIONS, MODEL, MODE, EFFORT, TIMEOUT, IDLE_TIMEOUT, SYSTEM_PROMPT, DIGEST, HOST_TOOLS, SKILLS);

    private static final int MAX_DIGEST = 1_000_000;

    private HostSettings() {}

    /** What is wrong with a value beyond its type, in words that follow the place; empty where nothing is. */
    static Optional<String> problem(Setting setting, String value) {
        if (setting.equals(DIGEST)) {
            long chars = Long.parseLong(value);
            return chars >= 0 && chars <= MAX_DIGEST
                    ? Optional.empty()
                    : Optional.of(value + " is not between 0 and " + MAX_DIGEST);
        }
        if (setting.equals(SKILLS)) {
            try {
                Path unused = Path.of(value);
            } catch (InvalidPathException e) {
                return Optional.of("\"" + value + "\" is no path");
            }
        }
        return Optional.empty();
    }
}
