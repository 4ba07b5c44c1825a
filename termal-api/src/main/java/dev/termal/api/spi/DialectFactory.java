package dev.termal.api.spi;

/** Makes readers of one agent's lines. Implemented by profiles; without state. */
@FunctionalInterface
public interface DialectFactory {
    /** A reader for one process. */
    LineDialect open(LaunchRequest request);
}
