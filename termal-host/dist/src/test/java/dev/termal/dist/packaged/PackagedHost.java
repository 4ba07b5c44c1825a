package dev.termal.dist.packaged;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs {@code bin/termal} of a packaged host as a person would, in a home of its own. */
record PackagedHost(Path bin, Jdk jdk, Path home) {

    private static final long HANG_GUARD_SECONDS = 120;

    record Result(int exit, String out, String err) {
        @Override
        public String toString() {
            return "exit " + exit + "\n-- stdout\n" + out + "-- stderr\n" + err;
        }
    }

    static PackagedHost built(Jdk jdk, Path home) {
        return new PackagedHost(Path.of(System.getProperty("termal.dist"), "bin", "termal"), jdk, home);
    }

    Path cache() {
        return home.resolve(".cache/termal");
    }

    Process start(Map<String, String> environment, String... args) throws IOException {
        Files.createDirectories(home);
        List<String> command = new ArrayList<>();
        command.add(bin.toString());
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", System.getenv("PATH"));
        builder.environment().put("HOME", home.toString());
        builder.environment().put("TERMAL_HOME", home.resolve("termal").toString());
        builder.environment().put("TERMAL_JAVA", jdk.home().toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().putAll(environment);
        return builder.start();
    }

    Result run(Map<String, String> environment, String... args) throws Exception {
        Process process = start(environment, args);
        process.getOutputStream().close();
        return finish(process);
    }

    static Result finish(Process process) throws Exception {
        CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
        CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
        if (!process.waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.toHandle().destroyForcibly();
            throw new AssertionError("the host hangs; so far: " + out.get() + err.get());
        }
        return new Result(process.exitValue(), out.get(), err.get());
    }

    private static String read(InputStream in) {
        try {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
