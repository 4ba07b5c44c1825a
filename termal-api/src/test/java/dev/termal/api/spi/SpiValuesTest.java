package dev.termal.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.termal.api.ErrorCode;
import dev.termal.api.StopReason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpiValuesTest {
    @ParameterizedTest
    @CsvSource({
        "0, exit code 0",
        "3, exit code 3",
        "137, exit code 137 (SIGKILL)",
        "143, exit code 143 (SIGTERM)",
        "139, exit code 139 (SIGSEGV)",
        "255, exit code 255",
        "128, exit code 128"
    })
    void anExitIsDescribed(int code, String words) {
        assertEquals(words, new ProcessExit(code).describe());
    }

    @Test
    void aTurnEndsWithAReasonOrAnErrorNotBothNotNeither() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new LineDialect.TurnEnd(Optional.empty(), Optional.empty(), "", Optional.empty()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new LineDialect.TurnEnd(
                        Optional.of(StopReason.END_TURN), Optional.of(ErrorCode.LIMIT), "", Optional.empty()));
        assertEquals(
                Optional.of(ErrorCode.LIMIT),
                LineDialect.TurnEnd.failed(ErrorCode.LIMIT, "x").error());
        assertEquals(
                Optional.of(StopReason.END_TURN),
                LineDialect.TurnEnd.of(StopReason.END_TURN, Optional.empty()).stopReason());
    }

    @Test
    void limitsChangeWhatTheySayAndNothingElse() {
        Limits all = Limits.DEFAULT;
        Duration second = Duration.ofSeconds(1);
        Limits answers = all.withAnswerTimeout(second);
        assertEquals(
                List.of(second, second, second, second),
                List.of(answers.initialize(), answers.authenticate(), answers.openSession(), answers.setOption()));
        assertEquals(all.interactiveSignIn(), answers.interactiveSignIn());
        assertEquals(all.cancelGrace(), answers.cancelGrace());
        assertEquals(second, all.withCancelGrace(second).cancelGrace());
        assertEquals(all, all.withCancelGrace(second).withCancelGrace(all.cancelGrace()));
        Limits small = all.withSizes(10, 2);
        assertEquals(10, small.lineBytes());
        assertEquals(2, small.queueFrames());
        assertEquals(all, small.withSizes(all.lineBytes(), all.queueFrames()));
    }

    @Test
    void aSettingIsRefinedStepByStep() {
        Setting setting = Setting.choice("mode", List.of("a", "b"), "How.")
                .withDefault("a")
                .withEnvironment("X", "Y");
        assertEquals(
                new Setting(
                        "mode", Setting.Type.CHOICE, List.of("a", "b"), Optional.of("a"), List.of("X", "Y"), "How."),
                setting);
        assertEquals(Setting.Type.TEXT, Setting.text("k", "t").type());
    }
}
