package com.example.lines;

import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineProvider;
import dev.termal.testkit.Dialogue;
import dev.termal.testkit.EngineContract;
import dev.termal.testkit.FakeMachine;
import java.nio.file.Path;

/** What TermAl asks of every engine: order, cancelling, failures, the end. Agents are scripts of the test kit. */
class LinesEngineTest extends EngineContract {
    private final AgentProfileProvider parrot = new ParrotProvider();

    @Override
    protected EngineProvider provider() {
        return new LinesEngineProvider();
    }

    @Override
    protected EngineBinding binding() {
        return parrot.profiles(FakeMachine.in(Path.of("nowhere")))
                .iterator()
                .next()
                .bindings()
                .get(0);
    }

    @Override
    protected Dialogue dialogue() {
        return new LinesDialogue();
    }
}
