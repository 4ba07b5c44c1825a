package dev.termal.host.session;

import dev.termal.api.spi.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The protocol options that the host carries out itself, the same for every engine. A binding or the config gives them
 * beside the engine's own; the engine never sees them.
 */
public final class HostOwnedOptions {
    /** Whether the agent sends the whole message so far again with every chunk. */
    public static final String RESENDS = "resends";

    /** The value of {@link #RESENDS} for such an agent. */
    public static final String CUMULATIVE = "cumulative";

    /** All of them, to be checked with the engine's own. */
    public static final List<Setting> SETTINGS = List.of(Setting.choice(
                    RESENDS,
                    List.of("none", CUMULATIVE),
                    "cumulative: the agent sends the whole message so far again with every chunk; the host shows what is new.")
            .withDefault("none"));

    private HostOwnedOptions() {}

    static boolean resendsCumulatively(Map<String, String> options) {
        return CUMULATIVE.equals(options.get(RESENDS));
    }

    /** The options that are for the engine. */
    public static Map<String, String> forEngine(Map<String, String> options) {
        Map<String, String> rest = new LinkedHashMap<>(options);
        SETTINGS.forEach(setting -> rest.remove(setting.key()));
        return rest;
    }
}
