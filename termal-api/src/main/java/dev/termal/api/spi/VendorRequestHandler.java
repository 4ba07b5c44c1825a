package dev.termal.api.spi;

import dev.termal.api.RawJson;

/** Answers one kind of request that only one vendor's agent makes. Implemented by profiles; pure. */
@FunctionalInterface
public interface VendorRequestHandler {
    /**
     * Decides on the answer. What it throws becomes an error reply in one safe line.
     *
     * @param params the request's parameters; {@code {}} where there were none
     */
    VendorReply handle(RawJson params);
}
