package dev.termal.engine.streamjson;

import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineProvider;
import dev.termal.testkit.Dialogue;
import dev.termal.testkit.EngineContract;
import java.util.Map;

/** What every engine must do, with a process for each session. */
final class ProcessPerSessionContractTest extends EngineContract {
    @Override
    protected EngineProvider provider() {
        return new StreamJsonEngineProvider();
    }

    @Override
    protected EngineBinding binding() {
        return new TabBinding(true);
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("process", "per-session", "features", "resume,usage,thoughts,plans");
    }

    @Override
    protected Dialogue dialogue() {
        return new TabDialogue(Dialogue.Lifetime.SESSION);
    }
}
