package dev.termal.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.termal.api.AgentSession;
import dev.termal.api.Feature;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stage of {@link EngineContract}: the engine, the agent's part in its wire format, and what its scenes share.
 */
@Timeout(180)
public abstract class EngineScenes {
    static final SessionId ID = new SessionId("session-1");

    Dialogue wire;
    EngineRig rig;

    EngineScenes() {}

    /** The engine. */
    protected abstract EngineProvider provider();

    /** A binding to the agent of these scenes; its launch specification is not used. */
    protected abstract EngineBinding binding();

    /** Protocol options, as the host would hand them over. */
    protected Map<String, String> options() {
        return Map.of();
    }

    /** The scenes in the engine's wire format. */
    protected abstract Dialogue dialogue();

    /** Makes the engine. */
    @BeforeEach
    public final void make(@TempDir Path folder) {
        wire = dialogue();
        rig = new EngineRig(provider(), binding(), options(), folder);
    }

    /** Closes the engine and checks what it left. */
    @AfterEach
    public final void unmake() throws InterruptedException {
        try (EngineRig closing = rig) {
            closing.closeEngine();
        }
    }

    /** An agent with these turns in one conversation: in one process, or in one each. */
    final ScriptedAgent agent(Scene... turns) {
        if (wire.lifetime() == Dialogue.Lifetime.TURN) {
            return apart(turns);
        }
        Script script = new Script();
        wire.start(script, ID);
        List.of(turns).forEach(turn -> turn.play(script));
        return rig.agent(script);
    }

    /** An agent with these turns in one conversation, each in a process of its own. */
    final ScriptedAgent apart(Scene... turns) {
        Script[] scripts = new Script[turns.length];
        for (int i = 0; i < turns.length; i++) {
            scripts[i] = new Script();
            if (i == 0) {
                wire.start(scripts[i], ID);
            } else {
                wire.restart(scripts[i], ID);
            }
            turns[i].play(scripts[i]);
        }
        return rig.agent(scripts);
    }

    final Scene turn(String prompt, Scene scene) {
        return script -> {
            wire.prompt(script, prompt);
            scene.play(script);
            end(script, StopReason.END_TURN);
        };
    }

    final void end(Script script, StopReason reason) {
        wire.end(script, reason);
        endProcessOfTurn(script);
    }

    final void endProcessOfTurn(Script script) {
        if (wire.lifetime() == Dialogue.Lifetime.TURN) {
            script.exit(0);
        }
    }

    final Scene saying(String prompt, String... pieces) {
        return turn(prompt, script -> List.of(pieces).forEach(piece -> wire.say(script, piece)));
    }

    final AgentSession open(ScriptedAgent agent, SessionHandler handler) throws InterruptedException {
        return rig.open(agent, rig.request().build(), handler);
    }

    static TurnResult prompt(AgentSession session, String text) throws InterruptedException {
        return session.prompt(Prompt.of(text));
    }

    final void needs(Feature feature) {
        assumeTrue(wire.features().contains(feature), () -> "the scenes have no " + feature);
    }

    /** The turn begins and never ends. */
    final Scene stuck() {
        return script -> {
            wire.prompt(script, "one");
            wire.say(script, "begun ");
            script.stall("for good");
        };
    }
}
