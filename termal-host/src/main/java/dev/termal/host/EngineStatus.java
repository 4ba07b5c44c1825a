package dev.termal.host;

import dev.termal.api.EngineId;
import dev.termal.api.spi.Setting;
import java.util.List;

/**
 * An engine that the host knows.
 *
 * @param origin the module it comes from
 * @param takesBareCommand whether it drives agents of which only a command is known
 * @param options the protocol options that config may give
 */
public record EngineStatus(EngineId id, String name, String origin, boolean takesBareCommand, List<Setting> options) {
    /** Copies its list. */
    public EngineStatus {
        options = List.copyOf(options);
    }
}
