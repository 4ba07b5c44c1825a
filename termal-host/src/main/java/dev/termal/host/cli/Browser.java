package dev.termal.host.cli;

import dev.termal.host.process.PrivateFiles;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Opens a page in the person's browser. The browser is given a file for its owner alone that leads to the page: what stands in
 * the page's address would else be on a command line, for every user of the machine to see.
 */
final class Browser implements AutoCloseable {
    private final List<String> program;
    private final Path lead;
    private final Starter starter;

    /** Starts a program and does not wait for it. */
    interface Starter {
        /** Starts it. */
        void start(List<String> command) throws IOException;
    }

    /**
     * The browser of this machine, or the one that {@code BROWSER} names.
     *
     * @param folder where the file is made, for its owner alone
     */
    static Browser of(Map<String, String> environment, Path folder) {
        return new Browser(program(environment, System.getProperty("os.name", "")), folder, command -> {
            Process unused = new ProcessBuilder(command)
                    .redirectInput(Redirect.from(Path.of(nul()).toFile()))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        });
    }

    private static String nul() {
        return System.getProperty("os.name", "").startsWith("Windows") ? "NUL" : "/dev/null";
    }

    Browser(List<String> program, Path folder, Starter starter) {
        this.program = program;
        lead = folder.resolve("serve-open.html");
        this.starter = starter;
    }

    static List<String> program(Map<String, String> environment, String system) {
        String named = environment.getOrDefault("BROWSER", "");
        if (!named.isBlank()) {
            return List.of(named);
        }
        String name = system.toLowerCase(Locale.ROOT);
        return name.startsWith("windows")
                ? List.of("rundll32", "url.dll,FileProtocolHandler")
                : List.of(name.startsWith("mac") ? "open" : "xdg-open");
    }

    /** Opens a page; what is wrong with the browser itself, it tells by itself. */
    void open(URI page) throws IOException {
        PrivateFiles.write(
                lead,
                "<!doctype html><meta charset=\"utf-8\"><title>TermAl</title><meta name=\"referrer\" content=\"no-referrer\">"
                        + "<meta http-equiv=\"refresh\" content=\"0; url=" + page + "\">\n");
        List<String> command = new ArrayList<>(program);
        command.add(lead.toString());
        starter.start(command);
    }

    /** Deletes the file. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(lead);
    }
}
