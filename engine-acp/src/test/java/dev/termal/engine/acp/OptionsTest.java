package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.StopReason;
import dev.termal.testkit.Script;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models, modes and options that depend on each other, hang, or are to be set again. */
@Timeout(120)
final class OptionsTest {
    @TempDir
    Path folder;

    private static String select(String id, String category, String value, String... choices) {
        StringBuilder out = new StringBuilder("{\"id\":\"" + id + "\",\"name\":\"" + id + "\",\"category\":\""
                + category + "\",\"type\":\"select\",\"currentValue\":\"" + value + "\",\"options\":[");
        for (String choice : choices) {
            out.append(out.charAt(out.length() - 1) == '[' ? "" : ",")
                    .append("{\"value\":\"" + choice + "\",\"name\":\"" + choice + "\"}");
        }
        return out.append("]}").toString();
    }

    private static String options(String... options) {
        return "\"configOptions\":[" + String.join(",", options) + "]";
    }

    private static final String SMALL = select("model", "model", "small", "small", "large");
    private static final String LARGE = select("model", "model", "large", "small", "large");

    @Test
    @Tag("MODE-03")
    void choicesThatComeWithTheModelAreSetAfterIt() throws Exception {
        Script script = Scripts.started("{}")
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\","
                        + options(SMALL, select("effort", "thought_level", "low", "low")) + "}"))
                .expect("set_config_option", "\"configId\":\"model\"", "\"value\":\"large\"")
                .send(Wire.result("{" + options(LARGE, select("effort", "thought_level", "mid", "mid", "max")) + "}"))
                .expect("set_config_option", "\"configId\":\"effort\"", "\"value\":\"max\"")
                .send(Wire.result("{" + options(LARGE, select("effort", "thought_level", "max", "mid", "max")) + "}"))
                .expect("set_config_option", "\"configId\":\"model\"", "\"value\":\"small\"")
                .send(Wire.result("{" + options(SMALL) + "}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session =
                    rig.open(rig.request().model("large").effort("max").build());
            session.setOption("model", "small");
            AgentException gone = assertThrows(AgentException.class, () -> session.setOption("effort", "max"));
            assertEquals(ErrorCode.CONFIGURATION, gone.code());
            assertTrue(gone.getMessage().contains("it has: model"), gone::getMessage);
        }
    }

    @Test
    @Tag("MODE-03")
    void whatTheAgentChangesByItselfCounts() throws Exception {
        Script script = Scripts.prompted()
                .send(Wire.update("s", "{\"sessionUpdate\":\"config_option_update\"," + options(LARGE) + "}"))
                .send(Scripts.END)
                .expect("set_config_option", "\"value\":\"small\"")
                .send(Wire.result("{" + options(SMALL) + "}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            session.prompt(Prompt.of("hi"));
            session.setOption("model", "large"); // as it is already
            session.setOption("model", "small");
            assertEquals("small", session.state().option("model").orElseThrow().value());
        }
    }

    /** Some agents tell of what has changed with it by an update, and answer with nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "{\"configOptions\":7}"})
    @Tag("MODE-03")
    void anAnswerWithoutOptionsMovesThatOneAlone(String nothing) throws Exception {
        Script script = Scripts.started("{}")
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\","
                        + options(SMALL, select("effort", "thought_level", "low", "low")) + "}"))
                .expect("set_config_option", "\"value\":\"large\"")
                .send(Wire.update(
                        "s",
                        "{\"sessionUpdate\":\"config_option_update\","
                                + options(SMALL, select("effort", "thought_level", "mid", "mid", "max")) + "}"))
                .send(Wire.result(nothing))
                .expect("set_config_option", "\"value\":\"max\"")
                .send(Wire.result(nothing));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            session.setOption("model", "large");
            assertEquals("large", session.state().option("model").orElseThrow().value());
            session.setOption("effort", "max"); // which it had not before
            assertEquals("max", session.state().option("effort").orElseThrow().value());
            assertEquals("large", session.state().option("model").orElseThrow().value());
        }
    }

    @Test
    @Tag("MODE-06")
    @Tag("R-AG-34")
    @Tag("PF-27")
    void wishesAreSetAgainInEveryNewProcess() throws Exception {
        Script[] scripts = new Script[3];
        for (int launch = 0; launch < scripts.length; launch++) {
            scripts[launch] = Scripts.started(Scripts.LOADS)
                    .expectMethod(launch == 0 ? "session/new" : "session/load")
                    .send(Wire.result("{\"sessionId\":\"s\"," + options(SMALL) + "}"))
                    .expect("set_config_option", "\"value\":\"large\"")
                    .send(Wire.result("{" + options(LARGE) + "}"))
                    .expectMethod("session/prompt")
                    .as("prompt")
                    .send(Scripts.END)
                    .exit(0);
        }
        try (AcpRig rig = new AcpRig(folder, scripts)) {
            AgentSession session = rig.open();
            session.setOption("model", "large");
            for (int launch = 0; launch < scripts.length; launch++) {
                assertEquals(
                        StopReason.END_TURN, session.prompt(Prompt.of("hi")).stopReason());
                rig.agent.process().onExit().toCompletableFuture().join();
            }
            assertEquals(3, rig.sent("session/set_config_option").size());
        }
    }

    @Test
    @Tag("R-AG-34")
    void aModelThatIsKnownNotToBeThereIsRefusedBeforeAnyPrompt() throws Exception {
        Script script = Scripts.started(Scripts.LOADS)
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"," + options(SMALL) + "}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            AgentException refused = assertThrows(
                    AgentException.class,
                    () -> session.apply(rig.request().model("smal").build()));
            assertEquals(ErrorCode.CONFIGURATION, refused.code());
            assertTrue(String.valueOf(refused.getMessage()).contains("large"), refused::toString);
            AgentException none = assertThrows(
                    AgentException.class,
                    () -> session.apply(rig.request().effort("high").build()));
            assertEquals(ErrorCode.UNSUPPORTED, none.code());
            rig.agent.awaitPlayed();
        }
    }

    @Test
    @Tag("MODE-07")
    @Tag("R-AG-34")
    @Tag("PF-25")
    @Tag("R-AG-16")
    void aSetThatHangsIsATimeout() throws Exception {
        Script script = Scripts.started(Scripts.LOADS)
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"," + options(SMALL) + "}"))
                .expectMethod("session/set_config_option")
                .expectMethod("session/set_config_option");
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.option("optionTimeout", "200ms").open();
            AgentException late = assertThrows(AgentException.class, () -> session.setOption("model", "large"));
            assertEquals(ErrorCode.TIMEOUT, late.code());
            assertEquals("small", session.state().option("model").orElseThrow().value());
            session.apply(rig.request().model("large").build());
            AgentException unset = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
            assertEquals(ErrorCode.TIMEOUT, unset.code(), "no other model answers in its place");
            rig.agent.awaitPlayed();
        }
    }
}
