package dev.termal.host.process;

import dev.termal.api.AgentId;
import java.util.List;

/** Where settings of agents come from. Implemented by the host's configuration; from any thread. */
@FunctionalInterface
public interface SettingSource {
    /** The values of a setting, resolved; empty where nobody gave one and it has no default. */
    List<String> values(AgentId agent, String key);
}
