package dev.termal.host.cli;

import dev.termal.api.AgentEvent;
import dev.termal.host.SessionSpec;
import dev.termal.host.event.EntryBody;
import dev.termal.host.json.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code termal run} in a folder of its own, with an agent that says hello unless the test says otherwise. */
@Timeout(120)
abstract class RunFixture {
    @TempDir
    Path folder;

    FakeSession session = new FakeSession(s -> {
        s.emit(new EntryBody.Said(AgentEvent.MessageChunk.text("Hello"), false));
        return Samples.done("Hello");
    });

    FakeTermal termal = new FakeTermal(session);
    TestShell shell = new TestShell(options -> termal.open(options));

    void turn(FakeSession.Turn turn) {
        session = new FakeSession(turn);
        termal = new FakeTermal(session);
    }

    int run(String... args) {
        shell.cwd = folder;
        String[] all = new String[args.length + 1];
        all[0] = "run";
        System.arraycopy(args, 0, all, 1, args.length);
        return shell.run(all);
    }

    SessionSpec spec() {
        return termal.opened.get(0);
    }

    String file(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
        return name;
    }
}
