import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentId;
import dev.termal.api.AgentSession;
import dev.termal.api.ContentBlock;
import dev.termal.api.EngineId;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Limits;
import dev.termal.engine.acp.AcpEngineProvider;
import dev.termal.host.process.ProcessLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** TermAl's engine for ACP with the host's own processes: typed events, in order. */
public final class Engine implements Bench.Factory {
    private static final AgentId AGENT = new AgentId("producer");

    @Override
    public Bench.Contender start(List<String> child, Consumer<String> taker) throws Exception {
        Path cwd = Path.of("").toAbsolutePath();
        ProcessLauncher launcher = new ProcessLauncher(runFolder(), System.getenv(), Limits.DEFAULT);
        EngineProvider provider = new AcpEngineProvider();
        SessionRequest request = SessionRequest.builder(cwd).build();
        AgentConnection connection = provider.create(new Context())
                .connect(new ConnectRequest(
                        AGENT,
                        new Command(provider.id(), child),
                        request,
                        launch -> launcher.start(LaunchSpec.builder(child, cwd).build(), AGENT, Set.of()),
                        new NoEnvironment(),
                        Map.of(),
                        ClientCapabilities.NONE,
                        event -> {}));
        AgentSession session = connection.open(request, new Handler(taker));
        return new Bench.Contender() {
            @Override
            public void prompt() throws InterruptedException {
                session.prompt(Prompt.of("go"));
            }

            @Override
            public void close() {
                connection.close();
                launcher.close();
            }
        };
    }

    private static Path runFolder() throws IOException {
        return Files.createTempDirectory("termal-bench");
    }

    private record Handler(Consumer<String> taker) implements SessionHandler {
        @Override
        public void onEvent(AgentEvent event) {
            if (event instanceof AgentEvent.MessageChunk chunk && chunk.delta() instanceof ContentBlock.Text text) {
                taker.accept(text.text());
            }
        }

        @Override
        public CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request) {
            throw new IllegalStateException("the producer asks for nothing");
        }
    }

    private record Command(EngineId engine, List<String> child) implements EngineBinding {
        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            return Optional.of(
                    LaunchSpec.builder(child, request.session().cwd()).build());
        }
    }

    private static final class Context implements EngineContext {
        private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

        @Override
        public String hostName() {
            return "bench";
        }

        @Override
        public String hostVersion() {
            return "1";
        }

        @Override
        public ThreadFactory threads() {
            return Executors.defaultThreadFactory();
        }

        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public Scheduled schedule(Duration delay, Runnable task) {
            Future<?> future = timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        }

        @Override
        public System.Logger log() {
            return System.getLogger("bench");
        }

        @Override
        public Limits limits() {
            return Limits.DEFAULT;
        }
    }

    /** A machine of which the engine asks nothing. */
    private static final class NoEnvironment implements HostEnvironment {
        @Override
        public Map<String, String> variables() {
            return System.getenv();
        }

        @Override
        public Path home() {
            return Path.of(System.getProperty("user.home"));
        }

        @Override
        public Path runFolder() {
            return home();
        }

        @Override
        public String platform() {
            return "linux";
        }

        @Override
        public Optional<String> setting(AgentId agent, String key) {
            return Optional.empty();
        }

        @Override
        public List<String> settings(AgentId agent, String key) {
            return List.of();
        }

        @Override
        public Optional<Path> findExecutable(String name) {
            return Optional.empty();
        }

        @Override
        public List<String> javaCommand(String module, String mainClass) {
            return List.of();
        }

        @Override
        public CommandResult run(List<String> command, Duration timeout) {
            throw new IllegalStateException("nothing is to be run");
        }
    }
}
