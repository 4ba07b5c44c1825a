package dev.termal.engine.streamjson;

import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineProvider;
import dev.termal.testkit.Dialogue;
import dev.termal.testkit.EngineContract;
import java.util.Map;

/** What every engine must do, with a process for each turn. */
final class ProcessPerTurnContractTest extends EngineContract {
    @Override
    protected EngineProvider provider() {
        return new StreamJsonEngineProvider();
    }

    @Override
    protected EngineBinding binding() {
        return new TabBinding(false);
    }

    @Override
    protected Map<String, String> options() {
        return Map.of("process", "per-turn", "lingerTimeout", "500ms", "features", "resume,usage,thoughts,plans");
    }

    @Override
    protected Dialogue dialogue() {
        return new TabDialogue(Dialogue.Lifetime.TURN);
    }
}
