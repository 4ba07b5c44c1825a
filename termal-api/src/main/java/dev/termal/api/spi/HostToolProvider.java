package dev.termal.api.spi;

import java.util.List;

/**
 * Lends tools of the host to agents.
 *
 * <p>Implemented by plugins, found by {@link java.util.ServiceLoader}: public, with a public constructor without arguments.
 */
public interface HostToolProvider {
    /** The tools. */
    List<HostTool> tools();
}
