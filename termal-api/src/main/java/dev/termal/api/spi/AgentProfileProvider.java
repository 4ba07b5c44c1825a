package dev.termal.api.spi;

import java.util.Collection;

/**
 * Gives agent profiles: one for a vendor's module, many for a registry.
 *
 * <p>Implemented by plugins, found by {@link java.util.ServiceLoader}: public, with a public constructor without arguments.
 * Calls are time-boxed by the host.
 */
public interface AgentProfileProvider {
    /** The profiles; no process is started and nothing is written. */
    Collection<? extends AgentProfile> profiles(HostEnvironment environment);
}
