package dev.termal.engine.acp.jsonrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StreamChannelTest {
    private static StreamChannel reading(byte[] bytes) {
        // one byte per read, so that every character is split everywhere
        List<InputStream> single = new ArrayList<>();
        for (byte b : bytes) {
            single.add(new ByteArrayInputStream(new byte[] {b}));
        }
        return new StreamChannel(
                new SequenceInputStream(Collections.enumeration(single)), OutputStream.nullOutputStream(), 32);
    }

    @Test
    @Tag("ACP-08")
    @Tag("FRAME-04")
    @Tag("FRAME-05")
    @Tag("R-AG-01")
    @Tag("PF-01")
    @Tag("PF-02")
    @Tag("R-AG-188")
    void linesAreUtf8WhateverTheirPieces() {
        StreamChannel channel = reading("äöü 😀\u2028\n\nlast without an end".getBytes(StandardCharsets.UTF_8));

        assertEquals(Optional.of("äöü 😀\u2028"), channel.receive());
        assertEquals(Optional.of(""), channel.receive());
        assertEquals(Optional.of("last without an end"), channel.receive());
        assertEquals(Optional.empty(), channel.receive());
    }

    @Test
    void aLineHasABound() {
        StreamChannel channel = reading(("x".repeat(32) + "\n" + "y".repeat(33)).getBytes(StandardCharsets.UTF_8));

        assertEquals(Optional.of("x".repeat(32)), channel.receive());
        AgentException tooLong = assertThrows(AgentException.class, channel::receive);
        assertEquals(ErrorCode.PROTOCOL, tooLong.code());
    }

    @Test
    @Tag("FRAME-10")
    @Tag("R-AG-09")
    void linesOfSeveralThreadsDoNotMix() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StreamChannel channel = new StreamChannel(InputStream.nullInputStream(), out, 32);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String line = String.valueOf(i).repeat(5000);
            threads.add(new Thread(() -> {
                for (int n = 0; n < 100; n++) {
                    channel.send(line);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(400, lines.size());
        lines.forEach(line -> assertEquals(line.substring(0, 1).repeat(5000), line));
    }

    @Test
    void whatNobodyReadsCannotBeSent() throws Exception {
        PipedInputStream theirs = new PipedInputStream();
        StreamChannel channel = new StreamChannel(InputStream.nullInputStream(), new PipedOutputStream(theirs), 32);
        theirs.close();

        assertEquals(
                ErrorCode.AGENT_EXITED,
                assertThrows(AgentException.class, () -> channel.send("x")).code());
    }
}
