package dev.termal.host.cli;

import dev.termal.api.ContentBlock;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/** Files as pieces of a prompt; what they are is told by their bytes, not by their names. */
final class Pieces {
    /** With what agents' own command lines begin a command, a shell command or a file to read. */
    private static final String COMMAND_MARKS = "/$!@";

    private Pieces() {}

    /** A picture. */
    static ContentBlock image(Path file) {
        byte[] bytes = read("--image", file);
        String type = imageType(bytes)
                .orElseThrow(() -> new UsageError("--image " + file
                        + ": this is no png, jpeg, gif or webp picture; convert it, or attach it with --attach"));
        return new ContentBlock.Image(type, base64(bytes));
    }

    /** A text with where it is from, or bytes. */
    static ContentBlock attachment(Path file) {
        byte[] bytes = read("--attach", file);
        return text(bytes)
                .<ContentBlock>map(text -> new ContentBlock.TextResource(file.toUri(), Optional.empty(), text))
                .orElseGet(() -> new ContentBlock.BlobResource(file.toUri(), imageType(bytes), base64(bytes)));
    }

    /** What a prompt names by its path: a picture as such, else an attachment. */
    static ContentBlock named(Path file) {
        return imageType(read("--image", file)).isPresent() ? image(file) : attachment(file);
    }

    /** What came on standard input: text, or a picture. */
    static ContentBlock piped(byte[] bytes) {
        Optional<String> type = imageType(bytes);
        if (type.isPresent()) {
            return new ContentBlock.Image(type.orElseThrow(), base64(bytes));
        }
        return ContentBlock.text(text(bytes)
                .map(Pieces::noCommand)
                .orElseThrow(() -> new UsageError("standard input is neither text in UTF-8 nor a png, jpeg, gif or webp"
                        + " picture; write it to a file and attach that with --attach")));
    }

    /** What was piped in goes before the words, where agents look for their commands; nobody meant one. */
    private static String noCommand(String text) {
        String first = text.stripLeading();
        return !first.isEmpty() && COMMAND_MARKS.indexOf(first.charAt(0)) >= 0 ? "Standard input:\n" + text : text;
    }

    private static byte[] read(String option, Path file) {
        if (!Files.exists(file)) {
            throw new UsageError(option + " " + file + ": no such file");
        }
        if (!Files.isRegularFile(file)) {
            throw new UsageError(option + " " + file + ": this is not a file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(Bounds.MAX_PIECE + 1);
            if (bytes.length > Bounds.MAX_PIECE) {
                throw new UsageError(option + " " + file + ": larger than " + megabytes(Bounds.MAX_PIECE)
                        + "; give the agent its path in the prompt instead");
            }
            return bytes;
        } catch (IOException e) {
            throw new UsageError(option + " " + file + ": cannot be read (" + IoReason.of(e) + ")", e);
        }
    }

    static String megabytes(int bytes) {
        return String.format(Locale.ROOT, "%d MiB", bytes / 1024 / 1024);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** The text, if it is one. */
    static Optional<String> text(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }

    private static Optional<String> imageType(byte[] bytes) {
        String hex = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 12));
        if (hex.startsWith("89504e470d0a1a0a")) {
            return Optional.of("image/png");
        }
        if (hex.startsWith("ffd8ff")) {
            return Optional.of("image/jpeg");
        }
        if (hex.startsWith("474946383761") || hex.startsWith("474946383961")) {
            return Optional.of("image/gif");
        }
        return hex.startsWith("52494646") && hex.startsWith("57454250", 16)
                ? Optional.of("image/webp")
                : Optional.empty();
    }
}
