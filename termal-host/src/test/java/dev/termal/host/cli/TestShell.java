package dev.termal.host.cli;

import dev.termal.host.HostOptions;
import dev.termal.host.Termal;
import dev.termal.host.cli.ask.Echo;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** A shell around a command in a test. */
final class TestShell {
    static final Terminals TERMINAL = new Terminals(true, true, true, true);

    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final Map<String, Runnable> signals = new ConcurrentHashMap<>();
    final LinkedBlockingQueue<Integer> halted = new LinkedBlockingQueue<>();
    OutputStream stdout = out;
    InputStream in = new ByteArrayInputStream(new byte[0]);
    Terminals terminals = Terminals.NONE;
    Path cwd = Path.of("").toAbsolutePath();
    Map<String, String> environment = Map.of("TERMAL_HOME", "/nowhere/termal");
    Function<HostOptions, Termal> opener;

    TestShell(Function<HostOptions, Termal> opener) {
        this.opener = opener;
    }

    int run(String... args) {
        Echo echo = new Echo() {
            @Override
            public boolean off() {
                return true;
            }

            @Override
            public void on() {}
        };
        Shell shell = new Shell(
                in,
                new StandardOutput(stdout),
                err,
                terminals,
                echo,
                signals::put,
                environment,
                cwd,
                opener,
                Log.NONE,
                halted::add);
        return Main.run(shell, args);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
