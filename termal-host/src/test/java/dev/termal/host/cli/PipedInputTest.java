package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PipedInputTest {
    @Test
    void whoHasBegunIsAwaitedToTheEnd() throws Exception {
        Typed in = new Typed().type("f");
        PipedInput input = PipedInput.start(in);
        CompletableFuture<Optional<byte[]>> all = CompletableFuture.supplyAsync(() -> {
            try {
                return input.awaitUnlessSilent(60_000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        in.type("irst, then the rest").end();
        assertArrayEquals(
                "first, then the rest".getBytes(StandardCharsets.UTF_8),
                all.get().orElseThrow());
    }

    @Test
    void whoSaysNothingIsNotAwaited() throws Exception {
        assertEquals(Optional.empty(), PipedInput.start(new Typed()).awaitUnlessSilent(1));
    }

    @Test
    void anEndAtOnceIsNothingSaid() throws Exception {
        PipedInput input = PipedInput.start(new Typed().end());
        assertEquals(0, input.awaitUnlessSilent(60_000).orElseThrow().length);
    }

    @Test
    void whatCannotBeReadIsTold() {
        PipedInput input = PipedInput.start(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("is a directory");
            }
        });
        assertEquals(
                "standard input cannot be read (is a directory)",
                assertThrows(UsageError.class, input::await).getMessage());
    }
}
