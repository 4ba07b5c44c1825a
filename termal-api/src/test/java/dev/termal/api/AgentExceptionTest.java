package dev.termal.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

final class AgentExceptionTest {
    @Test
    void thePeersWordsRideAlong() {
        AgentException.Detail detail = AgentException.Detail.stderr("tail");
        Exception cause = new IllegalStateException();
        AgentException failure = new AgentException(ErrorCode.PROTOCOL, "ours", detail, cause);
        assertEquals(detail, failure.detail());
        assertEquals("ours", failure.getMessage());
        assertEquals(cause, failure.getCause());
        assertEquals(AgentException.Detail.NONE, new AgentException(ErrorCode.LIMIT, "x").detail());
        assertThrows(NullPointerException.class, () -> new AgentException(null, "no code"));
    }

    @Test
    void itSurvivesSerializationWithoutThePeersWords() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new AgentException(ErrorCode.LIMIT, "x", AgentException.Detail.stderr("tail")));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            AgentException read = (AgentException) in.readObject();
            assertEquals(ErrorCode.LIMIT, read.code());
            assertEquals(AgentException.Detail.NONE, read.detail());
        }
    }

    @Test
    void aHandlerThatImplementsNothingRefusesEverything() throws Exception {
        SessionHandler handler = new SessionHandler() {
            @Override
            public void onEvent(AgentEvent event) {}

            @Override
            public CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request) {
                return CompletableFuture.completedFuture(PermissionDecision.cancelled());
            }
        };
        ExecutionException refused = assertThrows(
                ExecutionException.class,
                () -> handler.onTerminalOutput("t").toCompletableFuture().get());
        assertEquals(ErrorCode.UNSUPPORTED, ((AgentException) refused.getCause()).code());
        Question question = new Question("q", "", "", List.of(), Optional.empty(), true);
        assertEquals(
                Answer.Declined.class,
                handler.onQuestion(question).toCompletableFuture().get().getClass());
    }
}
