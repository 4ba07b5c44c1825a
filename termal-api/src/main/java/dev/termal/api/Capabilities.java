package dev.termal.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** What one connection can do; fixed after the handshake. */
public record Capabilities(Set<Feature> features) {
    /** Nothing. */
    public static final Capabilities NONE = new Capabilities(Set.of());

    /** Copies its set. */
    public Capabilities {
        features = Set.copyOf(features);
    }

    /** Just these. */
    public static Capabilities of(Feature... features) {
        return new Capabilities(Set.copyOf(Arrays.asList(features)));
    }

    /** Whether it can. */
    public boolean has(Feature feature) {
        return features.contains(feature);
    }

    /** Fails with {@link ErrorCode#UNSUPPORTED} where it cannot. */
    public void require(Feature feature) {
        if (!has(feature)) {
            throw new AgentException(
                    ErrorCode.UNSUPPORTED,
                    "this agent does not support "
                            + feature.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
    }
}
