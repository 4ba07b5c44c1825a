package dev.termal.host.tool;

import dev.termal.api.spi.HostTool;
import dev.termal.api.spi.HostToolProvider;
import java.util.List;

/** The host's own tools. Found as any other provider is. */
public final class BuiltInTools implements HostToolProvider {
    /** Called by the service loader. */
    public BuiltInTools() {}

    @Override
    public List<HostTool> tools() {
        return List.of(new AskUser(), new ReadFile(), new ListFolder(), new SearchFiles());
    }
}
