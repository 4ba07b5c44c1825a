import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The least that reads an agent: a loop of {@code BufferedReader.readLine} and {@code readTree}, one thread, no order to keep. */
public final class Floor implements Bench.Factory {
    @Override
    public Bench.Contender start(List<String> child, Consumer<String> taker) throws IOException {
        Process process = new ProcessBuilder(child)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Loop loop = new Loop(process, taker);
        loop.ask("initialize");
        loop.ask("session/new");
        return loop;
    }

    private record Loop(Process process, BufferedReader in, Writer out, JsonMapper json, Consumer<String> taker)
            implements Bench.Contender {
        Loop(Process process, Consumer<String> taker) {
            this(
                    process,
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)),
                    process.outputWriter(StandardCharsets.UTF_8),
                    JsonMapper.shared(),
                    taker);
        }

        @Override
        public void prompt() throws IOException {
            ask("session/prompt");
        }

        private void ask(String method) throws IOException {
            out.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}\n");
            out.flush();
            for (JsonNode message = next(); !message.has("id"); message = next()) {
                taker.accept(message.path("params")
                        .path("update")
                        .path("content")
                        .path("text")
                        .stringValue());
            }
        }

        private JsonNode next() throws IOException {
            return json.readTree(in.readLine());
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
