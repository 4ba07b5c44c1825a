package dev.termal.agent.antigravity;

import dev.termal.agent.antigravity.OpenFacts.Tokens;
import dev.termal.api.EngineId;
import dev.termal.api.spi.DialectFactory;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.engine.streamjson.StreamJsonEngineProvider;
import dev.termal.testkit.Dialogue;
import dev.termal.testkit.EngineContract;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** The CLI's dialect behind its engine holds to what every agent behind every engine holds to. */
@Tag("R-AG-24")
@Tag("R-AG-28")
@Tag("R-AG-29")
@Tag("R-AG-32")
@Tag("R-AG-38")
@Tag("R-AG-46")
@Tag("R-AG-78")
@Tag("R-AG-194")
@Tag("PF-23")
final class AntigravityStreamContractTest extends EngineContract {
    private final EngineBinding binding = new AntigravityStreamJson(OpenFacts.ASSUMED);

    /** The binding with the steps' own numbers for ids, by which the scenes name their calls. */
    private record Numbered(EngineBinding real) implements EngineBinding {
        @Override
        public EngineId engine() {
            return real.engine();
        }

        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            return real.launchSpec(request, environment);
        }

        @Override
        public Optional<DialectFactory> dialect() {
            return Optional.of(request -> new AntigravityDialect(
                    request.session().resume(), Tokens.OF_THE_PROCESS, new AntigravityToolCalls(turn -> "")));
        }
    }

    @Override
    protected EngineProvider provider() {
        return new StreamJsonEngineProvider();
    }

    @Override
    protected EngineBinding binding() {
        return new Numbered(binding);
    }

    /** Without what is the host's to carry out. */
    @Override
    protected Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>(binding.options());
        options.remove("resends");
        return options;
    }

    @Override
    protected Dialogue dialogue() {
        return new AgyDialogue();
    }
}
