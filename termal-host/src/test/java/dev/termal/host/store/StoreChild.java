package dev.termal.host.store;

import dev.termal.host.session.StoreMain;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@link StoreMain} in a process of its own. */
final class StoreChild implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private StoreChild(Process process) {
        this.process = process;
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts it on a folder; it begins so many turns at most. */
    static StoreChild start(Path home, long seed, int turns) throws IOException {
        return start(List.of(), home, seed, turns);
    }

    static StoreChild start(List<String> before, Path home, long seed, int turns) throws IOException {
        Files.createDirectories(home);
        String classPath = Stream.of(
                        placeOf(StoreMain.class),
                        placeOf(SessionStore.class),
                        System.getProperty("jdk.module.path", ""),
                        System.getProperty("java.class.path", ""))
                .filter(entry -> !entry.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UnlockDiagnosticVMOptions", // all to start sooner
                "-XX:-BytecodeVerificationRemote",
                "-Dtermal.dist=here",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                StoreMain.class.getName(),
                home.toString(),
                String.valueOf(seed),
                String.valueOf(turns)));
        return new StoreChild(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    Optional<String> line() throws IOException {
        return Optional.ofNullable(lines.readLine());
    }

    /** SIGKILL. */
    void kill() {
        process.toHandle().destroyForcibly(); // the process's own method would close its output
    }

    /** What it still has shown, whole lines only. */
    List<String> rest() throws IOException {
        StringBuilder text = new StringBuilder();
        char[] buffer = new char[8192];
        for (int count = lines.read(buffer); count >= 0; count = lines.read(buffer)) {
            text.append(buffer, 0, count);
        }
        int end = text.lastIndexOf("\n");
        return end < 0 ? List.of() : text.substring(0, end).lines().toList();
    }

    int await() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
