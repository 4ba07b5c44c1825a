package dev.termal.dist.docs;

import static dev.termal.dist.docs.GeneratedPage.cell;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.InstallPlan;
import dev.termal.api.spi.Setting;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What profiles know of their agents, for people. */
final class AgentsPage {
    private static final String HEAD = """
            # Agents

            What TermAl knows of each agent that is built in. This page is made from the agents' profiles; the tests compare them, and
            `mvn -B verify -Dtermal.update=true` writes it anew. Plugins and `config.json` bring [more agents](plugins.md). What a certain
            build of an agent can do (resuming, pictures, plans, …) shows when it is connected.

            | agent | engines, the preferred first | signs in | can be installed by TermAl | models known without a session |
            |---|---|---|---|---|
            """;

    private static final String OTHERS = """

            ## Others

            An agent that speaks the Agent Client Protocol needs a line in `config.json` and nothing else:

            ```json
            {"agents": {
              "opencode": {"command": ["opencode", "acp"]},
              "qwen":     {"command": ["qwen", "--acp"], "mode": "default"},
              "codex":    {"command": ["codex-acp"]},
              "claude":   {"command": ["claude-code-acp"]}
            }}
            ```

            | package | what was seen |
            |---|---|
            | `opencode-ai` 1.18.33, `@qwen-code/qwen-code` 0.24.4 | in the build: text, thoughts, an allowed write, a denied command, cancelling, going on after a restart |
            | `@zed-industries/codex-acp` 0.16.0 | without an account: the handshake, and `auth_required` with its three ways to sign in |
            | `@zed-industries/claude-code-acp` 0.16.2 | without an account: the handshake; no session, and a sign-in that it offers and does not have |
            | `@agentclientprotocol/sdk` 0.12.0, its example agent | text, tool calls, a permission allowed and denied |

            Qwen Code's own default mode lets a model judge what is safe; `"mode": "default"` makes it ask.
            """;

    private final HostEnvironment machine;

    AgentsPage(HostEnvironment machine) {
        this.machine = machine;
    }

    String text(List<AgentProfile> profiles) throws InterruptedException {
        StringBuilder page = new StringBuilder(HEAD);
        for (AgentProfile profile : profiles) {
            page.append(row(profile));
        }
        for (AgentProfile profile : profiles) {
            page.append(section(profile));
        }
        return page.append(OTHERS).toString();
    }

    private String row(AgentProfile profile) throws InterruptedException {
        int models = 0;
        for (EngineBinding binding : profile.bindings()) {
            models = Math.max(models, binding.models(machine).size());
        }
        return String.format(
                "| [%s](#%s) | %s | %s | %s | %s |\n",
                profile.id(),
                profile.id(),
                profile.bindings().stream().map(AgentsPage::engine).collect(Collectors.joining(", ")),
                signIn(profile),
                profile.installPlan(machine).map(InstallPlan::version).orElse("no"),
                models == 0 ? "none" : models);
    }

    private static String engine(EngineBinding binding) {
        boolean asks = binding.dialect().isEmpty();
        return "`" + binding.engine() + "` " + (asks ? "(asks before it acts)" : "(takes the policy at its start)");
    }

    private String signIn(AgentProfile profile) {
        if (profile.signIn(machine).isPresent()) {
            return "by its own command";
        }
        return profile.signInInstructions().isEmpty() ? "needs none" : "see below";
    }

    private String section(AgentProfile profile) {
        StringBuilder text = new StringBuilder("\n## " + profile.id() + "\n\n");
        text.append(profile.displayName()).append(" (").append(profile.badge()).append(")");
        text.append(
                profile.fallback()
                        ? ", used where none is chosen and configured: at a terminal if no other agent is ready,"
                                + " elsewhere always.\n"
                        : ".\n");
        paragraph(text, "Install", profile.installInstructions());
        paragraph(text, "Sign in", profile.signInInstructions());
        if (!profile.settings().isEmpty()) {
            text.append("\n| setting | takes | default | environment | what it does |\n|---|---|---|---|---|\n");
            profile.settings().forEach(setting -> text.append(row(setting)));
        }
        for (EngineBinding binding : profile.bindings()) {
            if (!binding.options().isEmpty()) {
                text.append("\nProtocol options of `").append(binding.engine()).append("`: ");
                text.append(new TreeMap<>(binding.options())
                        .entrySet().stream()
                                .map(option -> "`" + option.getKey() + "=" + option.getValue() + "`")
                                .collect(Collectors.joining(", ")));
                text.append(".\n");
            }
        }
        if (!profile.nestingMarkers().isEmpty()) {
            text.append("\nNot inherited by the agent: ");
            text.append(new TreeSet<>(profile.nestingMarkers())
                    .stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")));
            text.append(".\n");
        }
        if (!profile.quirks().isEmpty()) {
            text.append("\nGood to know:\n\n");
            profile.quirks().forEach(quirk -> text.append("- ").append(quirk).append('\n'));
        }
        return text.toString();
    }

    private static void paragraph(StringBuilder page, String title, String text) {
        if (text.isBlank()) {
            return;
        }
        page.append("\n**").append(title).append(".** ");
        if (text.contains("\n")) {
            int first = text.indexOf('\n');
            page.append(text, 0, first).append("\n\n```text\n");
            page.append(text.substring(first + 1).strip()).append("\n```\n");
        } else {
            page.append(text.strip().replace("<", "&lt;")).append('\n');
        }
    }

    private static String row(Setting setting) {
        String type = setting.type().name().toLowerCase(Locale.ROOT);
        String choices =
                setting.choices().stream().map(choice -> "`" + choice + "`").collect(Collectors.joining(", "));
        return String.format(
                "| `%s` | %s | %s | %s | %s |\n",
                setting.key(),
                choices.isEmpty()
                        ? type
                        : setting.type() == Setting.Type.CHOICE ? choices : type + ", such as " + choices,
                setting.defaultValue().map(value -> "`" + cell(value) + "`").orElse(""),
                setting.environment().stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")),
                cell(setting.text()));
    }
}
