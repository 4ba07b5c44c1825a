package dev.termal.agent.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.agent.gemini.StreamRun.Played;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.spi.LineDialect.TurnEnd;
import dev.termal.api.spi.ProcessExit;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the end of the process means: by the recorded runs, and by the table of exit codes. */
class GeminiExitTest {
    private static final String UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

    private static Played play(String name) {
        return StreamRun.read("stream/" + name + ".txt").play(Optional.empty());
    }

    private static TurnEnd exit(int code, String stderr) {
        return new GeminiDialect(Optional.empty()).onExit(new ProcessExit(code), stderr, false);
    }

    @ParameterizedTest
    @CsvSource({
        "err400, AGENT_ERROR, true",
        "err401, AUTH_REQUIRED, true",
        "turnlimit, LIMIT, true",
        "nokey, AUTH_REQUIRED, false",
        "emptyprompt, AGENT_ERROR, false",
        "badflag, AGENT_ERROR, false",
        "resume-bad, AGENT_ERROR, false",
        "err500, AGENT_EXITED, false",
        "terminated, AGENT_EXITED, false"
    })
    void recordedFailures(String name, ErrorCode code, boolean endSeen) {
        Played played = play(name);
        assertEquals(code, played.end().error().orElseThrow());
        assertEquals(endSeen, played.endSeen());
    }

    @Test
    void recordedSuccesses() {
        for (String name : new String[] {"text", "tool", "toolfail", "plan", "default-deny", "resume-id"}) {
            assertEquals(StopReason.END_TURN, play(name).end().stopReason().orElseThrow(), name);
        }
    }

    @Test
    void aSessionIsLostOnlyWhereOneWasAskedFor() {
        TurnEnd lost = StreamRun.read("stream/resume-bad.txt")
                .play(Optional.of(new SessionId(UNKNOWN_ID)))
                .end();
        assertEquals(ErrorCode.SESSION_NOT_FOUND, lost.error().orElseThrow());
        assertTrue(lost.message().contains(UNKNOWN_ID), lost::message);
        TurnEnd other = StreamRun.read("stream/emptyprompt.txt")
                .play(Optional.of(new SessionId(UNKNOWN_ID)))
                .end();
        assertEquals(ErrorCode.AGENT_ERROR, other.error().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "0, AGENT_EXITED",
        "1, AGENT_ERROR",
        "3, AGENT_EXITED",
        "41, AUTH_REQUIRED",
        "42, AGENT_ERROR",
        "44, AGENT_ERROR",
        "52, AGENT_ERROR",
        "53, LIMIT",
        "54, AGENT_ERROR",
        "55, AGENT_ERROR",
        "137, AGENT_EXITED",
        "139, AGENT_EXITED",
        "143, AGENT_EXITED",
        "144, AGENT_ERROR",
        "145, AUTH_REQUIRED",
        "147, AGENT_ERROR",
        "173, LIMIT",
        "244, AGENT_ERROR",
        "247, AGENT_ERROR"
    })
    void theTableOfExitCodes(int code, ErrorCode meaning) {
        assertEquals(meaning, exit(code, "").error().orElseThrow());
    }

    @Test
    void anInterruptIsACancel() {
        assertEquals(StopReason.CANCELLED, exit(130, "").stopReason().orElseThrow());
    }

    @Test
    void theFirstLineThatTellsSomethingIsKeptWithTheHint() {
        String stderr = """
                Warning: Basic terminal detected (TERM=dumb).
                YOLO mode is enabled. All tool calls will be automatically approved.
                Gemini CLI is not running in a trusted directory.
                    at process (file:///opt/x.js:1:1)
                """;
        TurnEnd end = exit(55, stderr);
        assertTrue(end.message().contains("trustWorkspace"), end::message);
        assertTrue(end.message().endsWith("Gemini CLI is not running in a trusted directory."), end::message);
        assertFalse(exit(41, stderr).message().contains("YOLO"));
    }

    @Test
    void aSuccessThatTheExitCodeDeniesIsNone() {
        GeminiDialect dialect = new GeminiDialect(Optional.empty());
        dialect.onLine("{\"type\":\"result\",\"status\":\"success\"}");
        assertEquals(
                ErrorCode.AGENT_ERROR,
                dialect.onExit(new ProcessExit(54), "", true).error().orElseThrow());
        assertEquals(
                StopReason.END_TURN,
                dialect.onExit(new ProcessExit(0), "", true).stopReason().orElseThrow());
    }
}
