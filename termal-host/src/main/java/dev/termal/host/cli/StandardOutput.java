package dev.termal.host.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command's standard output. It remembers that it could not be written, so that no command can end well which has lost
 * some of its output, whoever printed it and whether or not they looked. From any thread.
 */
final class StandardOutput extends OutputStream {
    /** As systems word it in all languages that have been seen. */
    private static final Pattern NOBODY_READS = Pattern.compile("(?i).*(pipe|reset by peer).*");

    private final OutputStream stream;
    private volatile @Nullable IOException failure;

    StandardOutput(OutputStream stream) {
        this.stream = stream;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        checked(() -> stream.write(bytes, from, length));
    }

    @Override
    public void flush() throws IOException {
        checked(stream::flush);
    }

    private interface Writing {
        void run() throws IOException;
    }

    private void checked(Writing writing) throws IOException {
        IOException before = failure;
        if (before != null) {
            throw new IOException("nothing more is written", before); // what comes after a gap makes no sense
        }
        try {
            writing.run();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** Why it could not be written; empty where all of it was, or where nobody reads any more, as behind {@code head}. */
    Optional<String> complaint() {
        return Optional.ofNullable(failure)
                .filter(e -> !nobodyReads(e))
                .map(e -> "cannot write to standard output: " + e.getMessage());
    }

    /** The exit code, given what it would be had all been written. */
    int exitCode(int otherwise) {
        IOException e = failure;
        return e == null ? otherwise : nobodyReads(e) ? ExitCode.NOBODY_READS : ExitCode.UNWRITTEN;
    }

    private static boolean nobodyReads(IOException e) {
        return NOBODY_READS.matcher(String.valueOf(e.getMessage())).matches();
    }
}
