package dev.termal.dist.torture;

import dev.termal.api.AgentEvent;
import dev.termal.api.Prompt;
import dev.termal.dist.packaged.Mark;
import dev.termal.host.HostOptions;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The host as a library in the tests' own JVM, with one agent that its config file defines. */
final class Embedded implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String agent = "tortured-" + COUNT.incrementAndGet(); // threads are named after it
    private final Mark mark = new Mark();
    private final Path cwd;
    private final Termal termal;

    /**
     * A host.
     *
     * @param options protocol options of the engine
     */
    Embedded(Path folder, List<String> command, Map<String, String> options) throws IOException {
        cwd = Files.createDirectories(folder.resolve("work"));
        Path home = Files.createDirectories(folder.resolve("termal"));
        ObjectNode config = JsonMapper.shared().createObjectNode();
        ObjectNode settings = config.putObject("agents").putObject(agent).put("engine", "acp");
        settings.set("command", JsonMapper.shared().valueToTree(command));
        settings.set("options", JsonMapper.shared().valueToTree(options));
        Files.writeString(home.resolve("config.json"), config.toString());
        Map<String, String> environment = new HashMap<>(System.getenv());
        mark.set(environment);
        termal = Termal.open(
                HostOptions.builder().home(home).environment(environment).build());
    }

    /** A session, and all that is in its stream. */
    record Opened(TermalSession session, List<SessionEntry> entries) {
        TurnReport prompt(String text) throws InterruptedException {
            return session.prompt(Prompt.of(text));
        }

        /** Cancels the first turn as soon as the agent says something in it. */
        Opened cancelAtTheFirstWord() {
            session.read(0, entry -> {
                if (entry.turn() == 1
                        && entry.body() instanceof EntryBody.Said said
                        && said.event() instanceof AgentEvent.MessageChunk) {
                    session.cancel();
                }
            });
            return this;
        }

        <T extends EntryBody> Stream<T> bodies(Class<T> type) {
            return entries.stream()
                    .map(SessionEntry::body)
                    .filter(type::isInstance)
                    .map(type::cast);
        }

        long turnsEnded() {
            return bodies(EntryBody.TurnEnded.class).count();
        }
    }

    Opened open() throws InterruptedException {
        return open(UnaryOperator.identity());
    }

    Opened open(Duration idle) throws InterruptedException {
        return open(spec -> spec.idleTimeout(idle));
    }

    Opened open(UnaryOperator<SessionSpec.Builder> wish) throws InterruptedException {
        TermalSession session = openSilently(wish);
        List<SessionEntry> entries = new CopyOnWriteArrayList<>();
        session.read(0, entries::add);
        return new Opened(session, entries);
    }

    /** A session whose stream nobody keeps. */
    TermalSession openSilently(Duration idle) throws InterruptedException {
        return openSilently(spec -> spec.idleTimeout(idle));
    }

    private TermalSession openSilently(UnaryOperator<SessionSpec.Builder> wish) throws InterruptedException {
        SessionSpec.Builder spec = SessionSpec.builder(cwd).agent(agent).idleTimeout(Duration.ofMinutes(2));
        return termal.open(wish.apply(spec).build());
    }

    Path runFolder() {
        return termal.home().resolve("run");
    }

    /** The agents' processes, and whatever they have started. */
    List<ProcessHandle> processes() {
        return mark.processes();
    }

    /** Waits until none of them is alive. */
    void awaitNoProcess() {
        mark.awaitNothingLeft();
    }

    /** Closes the host; fails where a process is left. */
    @Override
    public void close() {
        termal.close();
        mark.awaitNothingLeft();
    }

    /** A program of the tests' resources, ready to be run. */
    static Path program(String name, Path folder) throws IOException {
        Path file = folder.resolve(name);
        try (var text = Embedded.class.getResourceAsStream(name)) {
            Files.copy(text, file);
        }
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make it executable: " + file);
        }
        return file;
    }
}
