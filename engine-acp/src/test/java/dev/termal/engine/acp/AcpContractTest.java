package dev.termal.engine.acp;

import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineProvider;
import dev.termal.testkit.Dialogue;
import dev.termal.testkit.EngineContract;

final class AcpContractTest extends EngineContract {
    @Override
    protected EngineProvider provider() {
        return new AcpEngineProvider();
    }

    @Override
    protected EngineBinding binding() {
        return new BareBinding();
    }

    @Override
    protected Dialogue dialogue() {
        return new AcpDialogue();
    }
}
