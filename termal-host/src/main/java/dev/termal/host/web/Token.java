package dev.termal.host.web;

import dev.termal.host.process.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What lets a person's programs and pages in. It is kept in a file that the owner alone may read, so that what has it goes on
 * after a restart of the server; it is in no log and on no command line.
 */
public final class Token {
    private static final int BYTES = 32;
    private static final int LENGTH = 43; // of these in letters
    private static final String BEARER = "Bearer ";
    private static final Set<PosixFilePermission> OWN =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final byte[] value;

    private Token(String value) {
        this.value = value.getBytes(StandardCharsets.UTF_8);
    }

    /** One that nobody knows. */
    public static Token random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** The one of a file; a new one where there is none, or where others may have read it. */
    public static Token in(Path file) throws IOException {
        Optional<Token> kept = read(file);
        return kept.isPresent() ? kept.get() : renew(file);
    }

    /** Replaces the one of a file: who has the old one is not let in any more. */
    public static Token renew(Path file) throws IOException {
        Token made = random();
        PrivateFiles.write(file, made.text());
        return made;
    }

    private static Optional<Token> read(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        boolean knowsModes = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (knowsModes && !OWN.containsAll(Files.getPosixFilePermissions(file))) {
            return Optional.empty();
        }
        String text = Files.readString(file).strip();
        return text.length() == LENGTH ? Optional.of(new Token(text)) : Optional.empty();
    }

    /** The token itself. */
    public String text() {
        return new String(value, StandardCharsets.UTF_8);
    }

    /** Whether an {@code Authorization} header has it; takes as long for a wrong one that is nearly right. */
    public boolean isIn(Optional<String> authorization) {
        return authorization
                .filter(header -> header.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .map(header -> header.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8))
                .filter(given -> MessageDigest.isEqual(given, value))
                .isPresent();
    }

    @Override
    public String toString() {
        return "token"; // not what it is
    }
}
