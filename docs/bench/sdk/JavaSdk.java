import com.agentclientprotocol.sdk.client.AcpAsyncClient;
import com.agentclientprotocol.sdk.client.AcpClient;
import com.agentclientprotocol.sdk.client.transport.AgentParameters;
import com.agentclientprotocol.sdk.client.transport.StdioAcpClientTransport;
import com.agentclientprotocol.sdk.spec.AcpSchema;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/** The Java SDK's asynchronous client, which keeps the order. */
public final class JavaSdk implements Bench.Factory {
    @Override
    public Bench.Contender start(List<String> child, Consumer<String> taker) {
        AgentParameters command = AgentParameters.builder(child.get(0))
                .args(child.subList(1, child.size()))
                .build();
        AcpAsyncClient client = AcpClient.async(new StdioAcpClientTransport(command))
                .requestTimeout(Duration.ofMinutes(5))
                .sessionUpdateConsumer(notification -> {
                    if (notification.update() instanceof AcpSchema.AgentMessageChunk chunk
                            && chunk.content() instanceof AcpSchema.TextContent text) {
                        taker.accept(text.text());
                    }
                    return Mono.empty();
                })
                .build();
        client.initialize().block();
        String session = client.newSession(new AcpSchema.NewSessionRequest(System.getProperty("user.dir"), List.of()))
                .block()
                .sessionId();
        return new Bench.Contender() {
            @Override
            public void prompt() {
                client.prompt(new AcpSchema.PromptRequest(session, List.of(new AcpSchema.TextContent("go"))))
                        .block();
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
