package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class LineReaderTest {
    private static final int BOUND = 64 * 1024;

    @Test
    @Tag("FRAME-05")
    void endsOfLinesAreTakenOff() throws IOException {
        assertEquals(List.of("one", "two", "", "a\rb", "last"), read("one\ntwo\r\n\na\rb\nlast"));
    }

    @Test
    void emptyInputHasNoLine() throws IOException {
        assertEquals(List.of(), read(""));
        assertEquals(List.of(""), read("\n"));
    }

    @Test
    void badBytesAreReplacedAndCounted() throws IOException {
        byte[] bytes = {'a', (byte) 0xFF, 'b', '\n', (byte) 0xE2, (byte) 0x82, '\n', 'c'};
        LineReader reader = new LineReader(new ByteArrayInputStream(bytes), BOUND);
        assertEquals(List.of("a\uFFFDb", "\uFFFD", "c"), all(reader));
        assertEquals(3, reader.malformedBytes());
    }

    @Test
    void aReplacementCharacterThatWasSentIsNoBadByte() throws IOException {
        LineReader reader = new LineReader(stream("x\uFFFDy"), BOUND);
        assertEquals(List.of("x\uFFFDy"), all(reader));
        assertEquals(0, reader.malformedBytes());
    }

    @Test
    void aLineAsLongAsTheBoundIsRead() throws IOException {
        assertEquals(List.of("x".repeat(BOUND), "y"), read("x".repeat(BOUND) + "\ny"));
    }

    @Test
    @Tag("FRAME-06")
    void aLongerLineFailsAfterThoseBeforeIt() throws IOException {
        LineReader reader = new LineReader(stream("before\n" + "x".repeat(BOUND + 1) + "\nafter"), BOUND);
        assertEquals(Optional.of("before"), reader.next());
        assertEquals(
                ErrorCode.PROTOCOL,
                assertThrows(AgentException.class, reader::next).code());
        assertEquals(
                ErrorCode.PROTOCOL,
                assertThrows(AgentException.class, reader::next).code());
    }

    @Test
    @Tag("FRAME-06")
    void anEndlessLineIsNotCollected() {
        Endless endless = new Endless();
        LineReader reader = new LineReader(endless, BOUND);
        assertThrows(AgentException.class, reader::next);
        assertTrue(endless.read < 3L * BOUND, "read " + endless.read);
    }

    @Test
    @Tag("FRAME-04")
    void charactersAreNotCutByReadsOfOneByte() throws IOException {
        assertEquals(List.of("你😀é", "ß"), all(new LineReader(new Slow(stream("你😀é\nß\n"), 1), BOUND)));
    }

    @Property(tries = 300)
    @Tag("R-AG-01")
    @Tag("PF-01")
    @Tag("PF-02")
    void readsOfAnySizeGiveTheSameLines(@ForAll("texts") String text, @ForAll("sizes") int size) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertEquals(reference(text), all(new LineReader(new Slow(new ByteArrayInputStream(bytes), size), BOUND)));
    }

    @Property(tries = 300)
    void bytesThatAreNoTextGiveWhatTheJdkMakesOfThem(@ForAll byte[] bytes) throws IOException {
        List<String> lines = all(new LineReader(new Slow(new ByteArrayInputStream(bytes), 3), BOUND));
        List<String> expected = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length ? start < i : bytes[i] == '\n') {
                expected.add(withoutReturn(new String(Arrays.copyOfRange(bytes, start, i), StandardCharsets.UTF_8)));
                start = i + 1;
            }
        }
        assertEquals(expected, lines);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings()
                .withChars('a', '\n', '\r', 'é', '你', '\u2028')
                .ofMaxLength(60)
                .map(text -> text.replace("a", "😀a"));
    }

    @Provide
    Arbitrary<Integer> sizes() {
        return Arbitraries.integers().between(1, 20);
    }

    private static List<String> reference(String text) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        if (lines.get(lines.size() - 1).isEmpty()) {
            lines.remove(lines.size() - 1);
        }
        lines.replaceAll(LineReaderTest::withoutReturn);
        return lines;
    }

    private static String withoutReturn(String line) {
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    private static List<String> read(String text) throws IOException {
        return all(new LineReader(stream(text), BOUND));
    }

    private static List<String> all(LineReader reader) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Optional<String> line = reader.next(); line.isPresent(); line = reader.next()) {
            lines.add(line.get());
        }
        return lines;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Gives few bytes at a time. */
    private static final class Slow extends InputStream {
        private final InputStream in;
        private final int size;

        Slow(InputStream in, int size) {
            this.in = in;
            this.size = size;
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return in.read(bytes, offset, Math.min(size, length));
        }
    }

    private static final class Endless extends InputStream {
        private long read;

        @Override
        public int read() {
            read++;
            return 'x';
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            Arrays.fill(bytes, offset, offset + length, (byte) 'x');
            read += length;
            return length;
        }
    }
}
