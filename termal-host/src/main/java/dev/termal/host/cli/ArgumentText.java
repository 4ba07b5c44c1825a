package dev.termal.host.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The command line's words as they were typed. In a locale without UTF-8, as in most containers, the JVM loses all
 * characters beyond ASCII; Linux still has the bytes.
 */
final class ArgumentText {
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    private ArgumentText() {}

    /** The same words, whole again where they had been damaged. */
    static String[] restored(String[] args) {
        if (Arrays.stream(args).allMatch(ArgumentText::isAscii)) {
            return args;
        }
        try {
            return restored(args, Files.readString(COMMAND_LINE, StandardCharsets.UTF_8));
        } catch (IOException noLinuxOrNoUtf8) {
            return args;
        }
    }

    /** The last words of this line, where they can be the damaged ones. */
    static String[] restored(String[] args, String commandLine) {
        String[] words = commandLine.split("\0", -1); // each word has an end, so the last piece is empty
        if (words.length <= args.length) {
            return args;
        }
        String[] last = Arrays.copyOfRange(words, words.length - 1 - args.length, words.length - 1);
        for (int i = 0; i < args.length; i++) {
            if (isAscii(args[i]) && !args[i].equals(last[i])) {
                return args; // these are other words
            }
        }
        return last;
    }

    private static boolean isAscii(String word) {
        return word.chars().allMatch(c -> c < 0x80);
    }
}
