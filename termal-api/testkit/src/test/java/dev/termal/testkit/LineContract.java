package dev.termal.testkit;

import dev.termal.api.EngineId;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.testkit.LineEngine.Defect;
import java.util.Optional;

/** The contract for a {@link LineEngine}. */
class LineContract extends EngineContract {
    private final Defect defect;

    LineContract(Defect defect) {
        this.defect = defect;
    }

    @Override
    protected EngineProvider provider() {
        return LineEngine.provider(defect);
    }

    @Override
    protected EngineBinding binding() {
        return new EngineBinding() {
            @Override
            public EngineId engine() {
                return new EngineId("lines");
            }

            @Override
            public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
                return Optional.empty();
            }
        };
    }

    @Override
    protected Dialogue dialogue() {
        return new LineDialogue();
    }
}
