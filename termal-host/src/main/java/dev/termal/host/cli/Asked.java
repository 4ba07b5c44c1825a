package dev.termal.host.cli;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;

/**
 * Words that an argument takes and that only the program knows: a script asks for them when somebody completes such an
 * argument, and never before.
 */
enum Asked {
    SESSIONS,
    AGENTS,
    ENGINES,
    MODELS,
    SETTINGS;

    /** The names of sessions. */
    static final class Sessions extends Mark {
        Sessions() {
            super(SESSIONS);
        }
    }

    /** The agents that there are. */
    static final class Agents extends Mark {
        Agents() {
            super(AGENTS);
        }
    }

    /** The engines that there are. */
    static final class Engines extends Mark {
        Engines() {
            super(ENGINES);
        }
    }

    /** The models of the agent that the line names. */
    static final class Models extends Mark {
        Models() {
            super(MODELS);
        }
    }

    /** The paths of the settings. */
    static final class Settings extends Mark {
        Settings() {
            super(SETTINGS);
        }
    }

    private abstract static class Mark implements Iterable<String> {
        private final Asked what;

        Mark(Asked what) {
            this.what = what;
        }

        @Override
        public Iterator<String> iterator() {
            return List.of(what.mark()).iterator();
        }
    }

    private String mark() {
        return "__termal_" + word();
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What an argument takes, where that is to be asked for. */
    static Optional<Asked> of(ArgSpec argument) {
        Iterable<String> candidates = argument.completionCandidates();
        return candidates instanceof Mark mark ? Optional.of(mark.what) : Optional.empty();
    }

    static Optional<Asked> ofWord(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }
}
