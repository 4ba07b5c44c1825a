package dev.termal.host.store;

import dev.termal.host.session.StoreMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@link StoreMain} in a process of its own. */
final class StoreChild implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private StoreChild(Process process) {
        this.process = process;
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts it on a folder; it begins so many turns at most. */
    static StoreChild start(ChildClasses classes, List<String> before, Path home, long seed, int turns)
            throws IOException {
        Files.createDirectories(home);
        List<String> command = new ArrayList<>(before);
        command.addAll(classes.java());
        command.addAll(
                List.of(StoreMain.class.getName(), home.toString(), String.valueOf(seed), String.valueOf(turns)));
        return new StoreChild(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
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
