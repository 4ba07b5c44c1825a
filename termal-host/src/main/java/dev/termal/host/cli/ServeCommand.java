package dev.termal.host.cli;

import dev.termal.host.Termal;
import dev.termal.host.config.TermalHome;
import dev.termal.host.text.IoReason;
import dev.termal.host.web.Entrance;
import dev.termal.host.web.Token;
import dev.termal.host.web.api.ServedHost;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code termal serve}. */
@Command(
        name = "serve",
        description = "Serves sessions over HTTP: an API, and a page for browsers.",
        footer = {
            "",
            "It listens on this machine alone, unless --host says otherwise.",
            "The address that is printed holds the token, without which nobody is let in. The token is kept in the home, so",
            "that pages go on after a restart. Ctrl-C or SIGTERM stops the server and ends its agents.",
            "",
            "Examples:",
            "  termal serve",
            "  termal serve --open",
            "  termal serve --port 0",
            "  termal serve --socket ~/.termal/run/serve.sock",
            "  termal serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem",
            "  termal serve --trusted-proxy 127.0.0.1 --public-url https://termal.example.net",
            "",
            "Exit codes: 0 stopped, 2 usage error, or a port or socket that cannot be had."
        })
final class ServeCommand extends BaseCommand {
    static final int PORT = 8376; // TERM on the keys of a telephone
    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The port; 0 for one that is free. Default: " + PORT + ".")
    private int port = PORT;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description = "Listen on a Unix socket too, which other users of the machine cannot connect to.")
    private Optional<Path> socket = Optional.empty();

    @Option(
            names = "--open",
            description = "Open the page in the browser: the one that BROWSER names, else the system's.")
    private boolean open;

    @Option(names = "--new-token", description = "Replace the token: who has the old one is not let in any more.")
    private boolean newToken;

    @ArgGroup(validate = false, heading = "%nFor other machines (docs/http-api.md tells more):%n")
    private EntranceOptions reached = new EntranceOptions();

    ServeCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() throws InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw new UsageError("--port takes a number from 0 to " + MAX_PORT);
        }
        Optional<Path> at = socket.map(shell().cwd()::resolve);
        at.map(Path::getParent).filter(folder -> !Files.isDirectory(folder)).ifPresent(folder -> {
            throw new UsageError("--socket " + at.get() + ": no such folder " + folder);
        });
        shell().log().start(); // reading certificates logs
        Entrance entrance = reached.entrance(shell().cwd());
        CountDownLatch stop = new CountDownLatch(1);
        for (String signal : new String[] {"INT", "TERM", "HUP"}) {
            shell().signals().handle(signal, stop::countDown);
        }
        try (Termal host = open()) {
            warn(host);
            Path run = new TermalHome(host.home()).run();
            try (Browser browser = Browser.of(shell().environment(), run);
                    ServedHost served = new ServedHost(host, token(run), shell().cwd(), entrance)) {
                if (at.isPresent()) {
                    served.alsoOn(at.get());
                }
                served.start(port);
                shell().print(served.address().toString());
                shell().complain(shell().errLook().dim("serving; Ctrl-C stops"));
                if (open) {
                    open(browser, served.address());
                }
                stop.await();
                shell().complain(shell().errLook().dim("stopping"));
            }
        } catch (IOException e) {
            throw new UsageError(why(e), e);
        }
        return ExitCode.OK;
    }

    private String why(IOException failure) {
        if (!(failure.getCause() instanceof BindException refused)) {
            return "it cannot be served: " + IoReason.of(failure);
        }
        return String.valueOf(refused.getMessage()).contains("assign")
                ? "--host takes an address of this machine, or 0.0.0.0 for all that it has"
                : "port " + port + " is in use: stop what listens there, or choose another with --port";
    }

    private void open(Browser browser, URI page) {
        try {
            browser.open(page);
        } catch (IOException e) {
            shell().complain("no browser could be opened (" + IoReason.of(e) + "): open the address yourself");
        }
    }

    private Token token(Path run) throws IOException {
        Path file = run.resolve("serve.token");
        return newToken ? Token.renew(file) : Token.in(file);
    }
}
