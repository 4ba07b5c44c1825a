package dev.termal.host.cli;

import dev.termal.host.Termal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What commands share: the shell around them, one way to fail, and the exit code. */
abstract class BaseCommand implements Callable<Integer> {
    private final TermalCommand termal;
    private Optional<Interruption> interruption = Optional.empty();

    @Option(
            names = "--plugins",
            paramLabel = "DIR",
            order = 100,
            description = "A further folder with plugins. Can be given more than once.")
    private List<Path> plugins = new ArrayList<>(); // picocli would forget those given before the command's name

    BaseCommand(TermalCommand termal) {
        this.termal = termal;
    }

    /** Opens a host as the options say. */
    final Termal open() {
        return termal.open(plugins);
    }

    /** Tells what is wrong with plugins and config, on standard error. */
    final void warn(Termal host) {
        warnings(host).forEach(warning -> shell().complain(shell().errLook().warning(warning)));
    }

    /** Tells what is wrong with the config, after all that could be shown without it; gives the exit code. */
    final int configProblem(Termal host) {
        return host.configProblem()
                .map(problem -> new Failures(shell()).usage(problem, false))
                .orElse(ExitCode.OK);
    }

    /** What a person should know, a line each. */
    Stream<String> warnings(Termal host) {
        return host.warnings().stream();
    }

    final Shell shell() {
        return termal.shell();
    }

    /** From now on signals end this command in order; its exit code tells which did. */
    final Interruption interruptible() {
        Interruption signals = Interruption.of(shell());
        interruption = Optional.of(signals);
        return signals;
    }

    /** What to tell where one did. */
    String whenCancelled() {
        return "cancelled";
    }

    /** Does what the command is for and gives the exit code. */
    abstract int run() throws InterruptedException;

    abstract OutputFormat format();

    @Override
    @SuppressWarnings("CatchAndPrintStackTrace") // it does not: one line for people, the rest to the log
    public final Integer call() {
        int exitCode;
        try {
            exitCode = run();
        } catch (InterruptedException cancelled) {
            exitCode = new Failures(shell()).cancelled(whenCancelled(), json());
        } catch (RuntimeException | LinkageError failure) {
            exitCode = new Failures(shell()).report(failure, json());
        }
        int otherwise = exitCode;
        return interruption.map(signals -> signals.exitCode(otherwise)).orElse(otherwise);
    }

    private boolean json() {
        return format() == OutputFormat.JSON;
    }
}
