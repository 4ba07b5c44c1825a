package dev.termal.host.process;

import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.Limits;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A host that starts agents, tells their pids and waits to be killed. */
final class HostMain {
    private HostMain() {}

    /** Arguments: the run folder, then a script for each agent, which announces as many lines as the number before it. */
    public static void main(String[] args) throws InterruptedException {
        ProcessLauncher launcher = new ProcessLauncher(Path.of(args[0]), System.getenv(), Limits.DEFAULT);
        for (int i = 1; i < args.length; i += 2) {
            AgentProcess agent = Shell.start(
                    launcher,
                    Shell.script(Path.of(args[0]), args[i + 1])
                            .file("secret", "x")
                            .build());
            System.out.println("agent " + agent.pid());
            for (int line = 0; line < Integer.parseInt(args[i]); line++) {
                System.out.println(agent.receive().orElseThrow());
            }
        }
        System.out.println("ready " + ProcessHandle.current().pid());
        new CountDownLatch(1).await();
    }
}
