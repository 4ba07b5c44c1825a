package dev.termal.host.cli;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/** All commands, with their help. */
final class CommandTree {
    private static final int NAME_WIDTH = 14;

    /** The commands in the order and groups of the help; those that are not built are not here. */
    private static final Map<String, List<String>> GROUPS = groups();

    private CommandTree() {}

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("Talk to an agent", List.of("run", "chat", "serve", "ask", "sessions"));
        groups.put("See what is there", List.of("agents", "models", "engines", "plugins"));
        groups.put(
                "Set it up",
                List.of(
                        "doctor",
                        "probe",
                        "parity",
                        "install",
                        "auth",
                        "config",
                        "permissions",
                        "trust",
                        "logs",
                        "completion",
                        "version",
                        "help"));
        return groups;
    }

    static CommandLine of(Shell shell) {
        TermalCommand termal = new TermalCommand(shell);
        CommandLine config = new CommandLine(new ConfigCommand(termal))
                .addSubcommand(new ConfigPathCommand(termal))
                .addSubcommand(new ConfigShowCommand(termal))
                .addSubcommand(new ConfigGetCommand(termal))
                .addSubcommand(new ConfigSchemaCommand(termal))
                .addSubcommand(new ConfigSetCommand(termal))
                .addSubcommand(new ConfigUnsetCommand(termal));
        CommandLine auth = new CommandLine(new AuthCommand(termal))
                .addSubcommand(new AuthStatusCommand(termal))
                .addSubcommand(new AuthLoginCommand(termal))
                .addSubcommand(new AuthLogoutCommand(termal));
        CommandLine permissions = new CommandLine(new PermissionsCommand(termal))
                .addSubcommand(new PermissionsListCommand(termal))
                .addSubcommand(new PermissionsRevokeCommand(termal));
        CommandLine trust = new CommandLine(new TrustCommand(termal))
                .addSubcommand(new TrustListCommand(termal))
                .addSubcommand(new TrustRevokeCommand(termal));
        CommandLine sessions = new CommandLine(new SessionsCommand(termal))
                .addSubcommand(new SessionsListCommand(termal))
                .addSubcommand(new SessionsShowCommand(termal))
                .addSubcommand(new SessionsSearchCommand(termal))
                .addSubcommand(new SessionsQueueCommand(termal))
                .addSubcommand(new SessionsExportCommand(termal))
                .addSubcommand(new SessionsRenameCommand(termal))
                .addSubcommand(new SessionsRmCommand(termal))
                .addSubcommand(new SessionsPruneCommand(termal))
                .addSubcommand(new SessionsForkCommand(termal));
        CommandLine tree = new CommandLine(termal)
                .addSubcommand(new RunCommand(termal))
                .addSubcommand(new ChatCommand(termal))
                .addSubcommand(new ServeCommand(termal))
                .addSubcommand(new AskCommand(termal))
                .addSubcommand(sessions)
                .addSubcommand(new AgentsCommand(termal))
                .addSubcommand(new ModelsCommand(termal))
                .addSubcommand(new EnginesCommand(termal))
                .addSubcommand(new PluginsCommand(termal))
                .addSubcommand(new DoctorCommand(termal))
                .addSubcommand(new ParityCommand(termal))
                .addSubcommand(new ProbeCommand(termal))
                .addSubcommand(new InstallCommand(termal))
                .addSubcommand(auth)
                .addSubcommand(config)
                .addSubcommand(permissions)
                .addSubcommand(trust)
                .addSubcommand(new LogsCommand(termal))
                .addSubcommand(new CompletionCommand(termal))
                .addSubcommand(new VersionCommand(termal))
                .addSubcommand(new HelpCommand(termal));
        tree.getHelpSectionMap()
                .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> commandList(help, help.colorScheme()));
        return tree.registerConverter(Path.class, new Converters.File())
                .setOut(writer(shell.out()))
                .setErr(writer(shell.err()))
                .setExpandAtFiles(false) // "@file" in a prompt means a file to many agents
                .setColorScheme(Help.defaultColorScheme(shell.outLook().colour() ? Help.Ansi.ON : Help.Ansi.OFF))
                .setParameterExceptionHandler(new UsageErrors(shell));
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    private static String commandList(Help help, Help.ColorScheme colours) {
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((group, names) -> {
            text.append(String.format("%n%s:%n", group));
            for (String name : names) {
                String description = Optional.ofNullable(help.subcommands().get(name))
                        .map(command -> command.commandSpec().usageMessage().description())
                        .map(lines -> String.join(" ", lines))
                        .orElse("");
                text.append("  ")
                        .append(colours.commandText(name))
                        .append(" ".repeat(NAME_WIDTH - name.length()))
                        .append(description)
                        .append(System.lineSeparator());
            }
        });
        return text.toString();
    }
}
