package dev.termal.host.config;

import dev.termal.api.AgentId;
import dev.termal.api.spi.HostEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The machine as one agent sees it: with the variables that the config sets and unsets for it. */
final class AgentEnvironment implements HostEnvironment {
    private final HostEnvironment machine;
    private final Map<String, String> variables;

    AgentEnvironment(HostEnvironment machine, Config.Agent agent) {
        this.machine = machine;
        Map<String, String> all = new HashMap<>(machine.variables());
        agent.envUnset().forEach(all::remove);
        all.putAll(agent.env());
        variables = Map.copyOf(all);
    }

    @Override
    public Map<String, String> variables() {
        return variables;
    }

    @Override
    public Path home() {
        return machine.home();
    }

    @Override
    public Path runFolder() {
        return machine.runFolder();
    }

    @Override
    public String platform() {
        return machine.platform();
    }

    @Override
    public Optional<String> setting(AgentId agent, String key) {
        return machine.setting(agent, key);
    }

    @Override
    public List<String> settings(AgentId agent, String key) {
        return machine.settings(agent, key);
    }

    @Override
    public Optional<Path> findExecutable(String name) {
        return machine.findExecutable(name);
    }

    @Override
    public List<String> javaCommand(String module, String mainClass) {
        return machine.javaCommand(module, mainClass);
    }

    @Override
    public CommandResult run(List<String> command, Duration timeout) throws InterruptedException {
        return machine.run(command, timeout);
    }
}
