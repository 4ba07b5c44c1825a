package dev.termal.host.permission;

import dev.termal.host.text.Wildcard;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The commands that may run when a shell is given a text: what a rule that denies looks at. It finds rather too many than too
 * few: behind separators, in substitutions, behind assignments and programs that start another one, in the text for a shell
 * within the shell.
 */
final class FoundCommands {
    private static final int MAX_DEPTH = 5;

    /** Characters and words looked at in all; a text that takes more is one that cannot be read. */
    private static final int EFFORT = 256 * 1024;

    /** Programs that start the one named in their arguments. */
    private static final Set<String> STARTERS =
            words("sudo doas su env nohup nice ionice time timeout exec command builtin"
                    + " xargs parallel setsid stdbuf unshare chroot watch busybox toybox find fd strace ssh script flock start call"
                    + " runas caffeinate systemd-run chronic pkexec setpriv taskset"
                    + " chrt prlimit runuser nsenter fakeroot function");

    /** Programs whose arguments are commands again, or that read them from their input. */
    private static final Set<String> SHELLS = words(
            "sh bash dash zsh ksh mksh ash fish csh tcsh eval cmd powershell pwsh su ssh script watch flock env trap"
                    + " source .");

    /** Arguments of a shell that name no script: it reads what to run from its input. */
    private static final Pattern NO_SCRIPT =
            Pattern.compile("[-+].*|/dev/stdin|(/dev|/proc/self)/fd/.*", Pattern.DOTALL);

    /** Words of the shell itself that stand before a command. */
    private static final Set<String> KEYWORDS = words("if then elif else do while until ! { } fi done in coproc");

    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\[.*])?\\+?=.*", Pattern.DOTALL);
    private static final Pattern PROGRAM_SUFFIX = Pattern.compile("\\.(exe|com|cmd|bat|ps1)$");

    private final Set<List<String>> commands = new LinkedHashSet<>();
    private final Set<String> files = new LinkedHashSet<>();
    private final Set<String> globs = new LinkedHashSet<>();
    private final Set<String> unreadable = new HashSet<>();
    private boolean opaque;
    private boolean blind;
    private int left = EFFORT;

    private FoundCommands() {}

    private static Set<String> words(String list) {
        return Set.of(list.split(" "));
    }

    /** All that can be found in a text. */
    static FoundCommands in(String text) {
        FoundCommands found = new FoundCommands();
        found.read(text, 0);
        return found;
    }

    /** Program and arguments of each; the program twice where it is named by a path, with and without. */
    Set<List<String>> commands() {
        return commands;
    }

    /** Words that may name files: those of commands, and what input and output are redirected to. */
    Set<String> files() {
        return files;
    }

    /** Those of them that the shell may take for patterns. */
    Set<String> globs() {
        return globs;
    }

    /** Whether a file may be named in a way that is known to nobody but the shell. */
    boolean isBlind() {
        return blind || opaque;
    }

    /** Whether this program may run with arguments that are known to nobody but the shell. */
    boolean isUnreadable(String program) {
        return unreadable.stream().anyMatch(name -> Wildcard.matches(Wildcard.folded(program), name));
    }

    /** Whether something runs whose name is known to nobody but the shell. */
    boolean isOpaque() {
        return opaque;
    }

    private boolean spend(int effort) {
        left -= effort;
        return left >= 0;
    }

    private void read(String text, int depth) {
        if (depth > MAX_DEPTH || text.length() > PlainCommand.MAX_LENGTH || !spend(text.length())) {
            opaque = true;
            return;
        }
        read(text, false, depth);
        if (text.indexOf('\\') >= 0) { // which separates folders where it does not escape
            read(text, true, depth);
        }
    }

    private void read(String text, boolean backslashIsPlain, int depth) {
        ShellReader.read(
                text,
                backslashIsPlain,
                command -> take(command, depth),
                inner -> read(inner, depth + 1),
                target -> file(target));
    }

    /** A word that may name a file; what the shell puts in is known of the home alone. */
    private void file(ShellReader.Word word) {
        String name = word.inHome().orElse(word.text());
        if (word.glob()) {
            globs.add(name);
        }
        files.add(name);
        blind |= word.unknown();
    }

    private void take(List<ShellReader.Word> all, int depth) {
        all.forEach(this::file);
        int begin = 0;
        while (begin < all.size()
                && (KEYWORDS.contains(all.get(begin).text())
                        || ASSIGNMENT.matcher(all.get(begin).text()).matches())) {
            begin++;
        }
        if (begin == all.size()) {
            return;
        }
        opaque |= all.get(begin).computed();
        if (all.stream().anyMatch(ShellReader.Word::computed)) {
            all.forEach(word -> unreadable.add(Wildcard.folded(name(word.text()))));
        }
        found(all.stream().skip(begin).map(ShellReader.Word::text).toList(), depth);
    }

    private void found(List<String> words, int depth) {
        if (!spend(words.size())) {
            opaque = true;
            return;
        }
        String name = name(words.get(0));
        List<String> named = new ArrayList<>(words);
        named.set(0, name);
        if (!commands.add(named)) {
            return;
        }
        commands.add(words);
        if (STARTERS.contains(name)) {
            for (int i = 1; i < words.size(); i++) {
                List<String> rest = words.subList(i, words.size());
                if (!rest.get(0).startsWith("-")
                        && !ASSIGNMENT.matcher(rest.get(0)).matches()) {
                    found(List.copyOf(rest), depth);
                }
            }
        }
        if (SHELLS.contains(name)) {
            List<String> arguments = words.subList(1, words.size());
            opaque |=
                    arguments.stream().allMatch(word -> NO_SCRIPT.matcher(word).matches());
            arguments.forEach(argument -> read(argument, depth + 1));
            read(String.join(" ", arguments), depth + 1);
            if (arguments.size() > 1) {
                read(String.join(" ", arguments.subList(1, arguments.size())), depth + 1);
            }
        }
    }

    /** A program's name without its folder and, as Windows adds it, the kind of its file. */
    private static String name(String program) {
        String name = program.substring(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
        String lower = name.toLowerCase(Locale.ROOT);
        return PROGRAM_SUFFIX.matcher(lower).replaceFirst("");
    }
}
