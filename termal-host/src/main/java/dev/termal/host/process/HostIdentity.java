package dev.termal.host.process;

/**
 * Names the process of a host for good, to whoever shares its home.
 *
 * @param start when it started, in the platform's words
 * @param machine the machine it runs on, since homes may be shared by several; empty where it cannot be told
 */
public record HostIdentity(long pid, String start, String machine) {
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

    @Override
    public String toString() {
        return "process " + pid + (machine.equals(current().machine()) ? "" : " on " + machine);
    }
}
