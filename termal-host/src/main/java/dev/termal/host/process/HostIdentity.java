package dev.termal.host.process;

import dev.termal.host.text.Beginning;
import java.util.List;
import java.util.Optional;

/**
 * Names the process of a host for good, to whoever shares its home.
 *
 * @param start when it started, in the platform's words
 * @param machine the machine it runs on, since homes may be shared by several; empty where it cannot be told
 */
public record HostIdentity(long pid, String start, String machine) {
    private static final int MAX_COMMAND = 60;
    private static final String PROGRAM = "dev.termal.host/";

    /** This process. */
    public static HostIdentity current() {
        return Holder.CURRENT;
    }

    private static final class Holder {
        private static final HostIdentity CURRENT = of(ProcessIdentity.current());

        private static HostIdentity of(ProcessIdentity process) {
            return new HostIdentity(
                    process.pid(), process.start(), ProcFs.hostName().orElse(""));
        }
    }

    /** Whether it has ended for sure: what runs on another machine is taken to live. */
    public boolean isDead() {
        return machine.equals(current().machine())
                && new ProcessIdentity(pid, start).running().isEmpty();
    }

    /** In words for people: the process, and how it was called or the machine it runs on. */
    @Override
    public String toString() {
        return "process " + pid
                + (machine.equals(current().machine())
                        ? ProcessHandle.of(pid)
                                .flatMap(process -> process.info().arguments())
                                .flatMap(HostIdentity::called)
                                .map(command -> " (" + command + ")")
                                .orElse("")
                        : " on " + machine);
    }

    /** What a person typed, from the arguments of a Java that was given this program's module; its beginning only. */
    static Optional<String> called(String... arguments) {
        int module = List.of(arguments).indexOf("-m");
        if (module < 0 || module + 1 >= arguments.length || !arguments[module + 1].startsWith(PROGRAM)) {
            return Optional.empty();
        }
        String command = String.join(" ", List.of(arguments).subList(module + 2, arguments.length));
        return Optional.of(Beginning.of(("termal " + command).replaceAll("\\p{C}", " "), MAX_COMMAND));
    }
}
