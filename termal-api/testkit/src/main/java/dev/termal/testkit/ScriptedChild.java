package dev.termal.testkit;

import dev.termal.api.AgentId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A {@link Script} played by a real process over real pipes: for tests of launchers, signals and process trees, which must
 * hold against an agent that exits, is killed, closes its output, does not read, does not end, or leaves others behind.
 *
 * <pre>{@code
 * List<String> command = ScriptedChild.command(new Script().send("ready").ignoreTerminate().stall("gate"), folder);
 * }</pre>
 *
 * <p>A host that breaks the script ends the child with exit code 70 and the reason on its error output. Signals and
 * {@link Script.Kin} need a Unix.
 */
public final class ScriptedChild {
    private static final int SCRIPT_FAILED = 70;

    private ScriptedChild() {}

    /**
     * The command that plays a script; it can be run from any folder.
     *
     * @param folder where the script is written; one child a folder
     */
    public static List<String> command(Script script, Path folder) throws IOException {
        Path file = scriptFile(folder);
        script.writeTo(file);
        String classes = codeOf(ScriptedChild.class) + System.getProperty("path.separator") + codeOf(AgentId.class);
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                classes,
                ScriptedChild.class.getName(),
                file.toString());
    }

    /** Lets the child that plays the script of this folder pass the gate of this name. */
    public static void release(Path folder, String gate) throws IOException {
        Files.writeString(gateFile(scriptFile(folder), gate), "");
    }

    /** The ids of the processes that the child of this folder has left beside itself so far. */
    public static List<Long> kin(Path folder) throws IOException {
        Path file = kinFile(scriptFile(folder));
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Long::parseLong).toList()
                : List.of();
    }

    private static Path scriptFile(Path folder) {
        return folder.toAbsolutePath().resolve("agent.script");
    }

    private static Path gateFile(Path script, String gate) {
        return script.resolveSibling("agent.gate." + gate);
    }

    private static Path kinFile(Path script) {
        return script.resolveSibling("agent.kin");
    }

    private static String codeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Plays the script in the file that the argument names. */
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        new ScriptRunner(Script.readFrom(file), new Stage(file)).run();
    }

    /** The child's own streams. */
    private static final class Stage implements ScriptStage {
        private final Path script;
        private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        private final OutputStream out = System.out;

        Stage(Path script) {
            this.script = script;
        }

        @Override
        public long pid() {
            return ProcessHandle.current().pid();
        }

        @Override
        public boolean ended() {
            return false; // exit() does not return
        }

        @Override
        public void played() {}

        @Override
        public Optional<String> nextLine() {
            try {
                return Optional.ofNullable(in.readLine());
            } catch (IOException e) {
                return Optional.empty(); // closed by the script itself
            }
        }

        @Override
        public void send(String line) {
            sendBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public synchronized void sendBytes(byte[] bytes) {
            try {
                out.write(bytes);
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void stderr(String text) {
            System.err.print(text);
            System.err.flush();
        }

        @Override
        public void closeOutput() {
            System.out.close();
        }

        @Override
        public void closeInput() {
            try {
                System.in.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void stopReading() {
            // who calls nextLine no more does not read
        }

        @Override
        public void stall(String gate) {
            // a real process can be told by a file only; how often it looks decides nothing
            while (!Files.exists(gateFile(script, gate))) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }

        @Override
        public void exit(int code) {
            System.err.flush();
            Runtime.getRuntime().halt(code); // not exit(): a hook may hold it up, see ignoreTerminate
        }

        @Override
        public void kill(Script.Signal signal) {
            try {
                new ProcessBuilder("kill", "-" + signal.number, Long.toString(pid()))
                        .start()
                        .waitFor();
                new CountDownLatch(1).await(HangGuard.SECONDS, TimeUnit.SECONDS);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            failed("signal " + signal + " did not end the process");
        }

        @Override
        public void ignoreTerminate() {
            // the virtual machine answers the signal by running its hooks, and waits for them
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                stderr("asked to end\n");
                while (true) {
                    LockSupport.park();
                }
            }));
        }

        @Override
        public long spawn(Script.Kin kin) {
            Path pidFile = script.resolveSibling("agent.kin.new");
            String started = "sleep 600 & echo $! > '" + pidFile + ".tmp'; mv '" + pidFile + ".tmp' '" + pidFile + "'";
            List<String> command = new ArrayList<>(List.of("sh", "-c"));
            command.add(
                    switch (kin) {
                        case CHILD -> started + "; wait";
                        case OWN_SESSION -> "setsid " + started + "; wait";
                        case ORPHAN -> "setsid " + started;
                    });
            try {
                Files.deleteIfExists(pidFile);
                Process shell = new ProcessBuilder(command).inheritIO().start();
                while (!Files.exists(pidFile)) {
                    if (!shell.isAlive() && !Files.exists(pidFile)) {
                        throw new IllegalStateException("the shell did not start a process");
                    }
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                }
                String pid = Files.readString(pidFile).strip();
                Files.writeString(kinFile(script), pid + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                if (kin == Script.Kin.ORPHAN) {
                    shell.waitFor();
                }
                return Long.parseLong(pid);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void failed(String why) {
            stderr(why + "\n");
            exit(SCRIPT_FAILED);
        }
    }
}
