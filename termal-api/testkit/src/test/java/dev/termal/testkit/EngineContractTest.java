package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.testkit.LineEngine.Defect;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that keeps the contract passes; one that breaks it in one way fails the scene that is about it. */
final class EngineContractTest {
    @TempDir
    private Path folder;

    @Nested
    final class KeptByAGoodEngine extends LineContract {
        KeptByAGoodEngine() {
            super(Defect.NONE);
        }
    }

    private interface Scene {
        void play(LineContract contract) throws Throwable;
    }

    private void fails(Defect defect, Scene scene) {
        LineContract contract = new LineContract(defect);
        Throwable failure = assertThrows(Throwable.class, () -> {
            contract.make(folder);
            try {
                scene.play(contract);
            } finally {
                contract.unmake();
            }
        });
        assertTrue(failure instanceof AssertionError || failure instanceof AgentException, failure::toString);
    }

    @Test
    void aCallOnTheReaderFails() {
        fails(Defect.CALLS_ON_READER, LineContract::textComesInPiecesAndInOrder);
    }

    @Test
    void anEarlyReturnFails() {
        fails(Defect.RETURNS_EARLY, LineContract::aPromptReturnsAfterItsLastEvent);
    }

    @Test
    void aHangingPermissionFails() {
        fails(Defect.LEAVES_PERMISSION, LineContract::cancelSettlesAnOpenPermission);
    }

    @Test
    void aFailedCancelFails() {
        fails(Defect.CANCEL_FAILS, LineContract::cancelWinsAgainstASilentAgent);
    }

    @Test
    void aSentPictureFails() {
        fails(Defect.SENDS_PICTURES, LineContract::unsupportedContentIsRefusedHere);
    }

    @Test
    void aForgottenConversationFails() {
        fails(Defect.FORGETS, LineContract::aSessionCanBeResumed);
        fails(Defect.FORGETS, LineContract::anUnknownSessionIsLost);
        fails(Defect.FORGETS, LineContract::anExitBetweenTurnsIsOvercome);
    }
}
