import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.Prompt;
import dev.termal.host.HostOptions;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The whole of TermAl as a library: engine, numbered stream, turn bracket and report. */
public final class Host implements Bench.Factory {
    @Override
    public Bench.Contender start(List<String> child, Consumer<String> taker) throws Exception {
        Termal termal = Termal.open(HostOptions.builder()
                .home(Files.createTempDirectory("termal-bench"))
                .build());
        TermalSession session = termal.open(
                SessionSpec.builder(Path.of("").toAbsolutePath()).command(child).build());
        session.read(0, entry -> take(entry, taker));
        return new Bench.Contender() {
            @Override
            public void prompt() throws InterruptedException {
                session.prompt(Prompt.of("go"));
            }

            @Override
            public void close() {
                termal.close();
            }
        };
    }

    private static void take(SessionEntry entry, Consumer<String> taker) {
        if (entry.body() instanceof EntryBody.Said said
                && said.event() instanceof AgentEvent.MessageChunk chunk
                && chunk.delta() instanceof ContentBlock.Text text) {
            taker.accept(text.text());
        }
    }
}
