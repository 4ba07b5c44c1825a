package dev.termal.host.mcp;

import dev.termal.api.spi.HostTool;
import dev.termal.api.spi.HostToolProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** All tools that there are, the host's own first; of one name the first counts. What a plugin breaks costs its own tools alone. */
final class ToolShelf {
    private final Supplier<List<HostToolProvider>> providers;
    private final System.Logger log;

    ToolShelf(Supplier<List<HostToolProvider>> providers, System.Logger log) {
        this.providers = providers;
        this.log = log;
    }

    /**
     * As they are now.
     *
     * @param session what one session has beside those of all
     */
    List<LentTool> all(HostToolProvider session) {
        Map<String, LentTool> byName = new LinkedHashMap<>();
        List<HostToolProvider> all = new ArrayList<>(providers.get());
        all.add(session);
        for (HostToolProvider provider : all) {
            try {
                for (HostTool tool : List.copyOf(provider.tools())) {
                    LentTool.of(tool).ifPresent(found -> byName.putIfAbsent(found.name(), found));
                }
            } catch (RuntimeException | LinkageError e) {
                log.log(
                        System.Logger.Level.WARNING,
                        "the tools of " + provider.getClass().getName() + " fail",
                        e);
            }
        }
        byName.remove(PollTool.NAME); // the bridge's own
        return new ArrayList<>(byName.values());
    }
}
