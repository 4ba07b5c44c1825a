package dev.termal.engine.acp.probe;

import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.ProcessExit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Keeps the lines that an agent's processes write and read, without what nobody may see, up to a bound. Thread-safe. */
final class Capture implements AgentLauncher {
    private static final int LINES = 200;

    private final AgentLauncher launcher;
    private final List<String> lines = new ArrayList<>(); // guarded by this
    private OptionalLong memory = OptionalLong.empty();
    private int launches;

    Capture(AgentLauncher launcher) {
        this.launcher = launcher;
    }

    @Override
    public AgentProcess launch(LaunchRequest request) {
        AgentProcess process = launcher.launch(request);
        synchronized (this) {
            launches++;
        }
        return new Captured(process);
    }

    private synchronized void keep(String direction, String line) {
        if (lines.size() < LINES) {
            lines.add(direction + " " + Redaction.of(line));
        }
    }

    /** What was said since the last time. */
    synchronized List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    /** How many processes were started. */
    synchronized int launches() {
        return launches;
    }

    /** The most memory that a look has seen. */
    synchronized OptionalLong memory() {
        return memory;
    }

    private synchronized void seen(OptionalLong bytes) {
        if (bytes.isPresent()) {
            memory = OptionalLong.of(Math.max(bytes.getAsLong(), memory.orElse(0)));
        }
    }

    private final class Captured implements AgentProcess {
        private final AgentProcess process;

        Captured(AgentProcess process) {
            this.process = process;
        }

        @Override
        public long pid() {
            return process.pid();
        }

        @Override
        public void send(String line) {
            keep(">", line);
            process.send(line);
        }

        @Override
        public void endInput() {
            process.endInput();
        }

        @Override
        public Optional<String> receive() throws InterruptedException {
            Optional<String> line = process.receive();
            line.ifPresent(text -> keep("<", text));
            return line;
        }

        @Override
        public String unfinishedLine() {
            return process.unfinishedLine();
        }

        @Override
        public long malformedBytes() {
            return process.malformedBytes();
        }

        @Override
        public String stderrTail() {
            return process.stderrTail();
        }

        @Override
        public CompletionStage<ProcessExit> onExit() {
            return process.onExit();
        }

        @Override
        public OptionalLong treeMemory() {
            OptionalLong bytes = process.treeMemory();
            seen(bytes);
            return bytes;
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
