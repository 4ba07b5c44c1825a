package dev.termal.host.cli;

import dev.termal.host.HostOptions;
import dev.termal.host.Termal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code termal} itself: what is common to all commands. */
@Command(
        name = "termal",
        description = "Talks to AI coding agents: one command, any agent, a result that can be trusted.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nArguments:%n",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  termal run \"explain this folder\"",
            "  termal chat",
            "  git diff | termal run --permissions read-only \"review this change\"",
            "  termal run --help",
            "",
            "Exit codes: 0 done, 1 failed, 2 usage or config error, 3 timeout, 4 not found, 5 denied, 6 sign-in needed,",
            "7 standard output could not be written, 130 cancelled, 141 nobody reads standard output.",
            "",
            "Environment:",
            "  TERMAL_HOME     holds config.json, sessions, plugins and logs. Default: ~/.termal",
            "  TERMAL_PLUGINS  names further folders with plugins",
            "  NO_COLOR        switches colour off"
        },
        usageHelpWidth = 110)
final class TermalCommand implements Runnable {
    private final Shell shell;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--plugins",
            paramLabel = "DIR",
            description = "A further folder with plugins. Can be given more than once.")
    private List<Path> plugins = new ArrayList<>();

    TermalCommand(Shell shell) {
        this.shell = shell;
    }

    Shell shell() {
        return shell;
    }

    /** Without a command: what there is. */
    @Override
    public void run() {
        shell.print(spec.commandLine().getUsageMessage());
    }

    /** Opens a host as the options say, with further folders of plugins. */
    Termal open(List<Path> morePlugins) {
        shell.log().start(); // before anything logs
        HostOptions.Builder options = HostOptions.builder().environment(shell.environment());
        Stream.concat(plugins.stream(), morePlugins.stream())
                .forEach(folder -> options.pluginFolder(shell.cwd().resolve(folder)));
        return shell.opener().apply(options.build());
    }
}
