package dev.termal.api.spi;

import dev.termal.api.AgentEvent;
import dev.termal.api.RawJson;
import java.util.List;

/** Reads one kind of notification that only one vendor's agent sends. Implemented by profiles; pure. */
@FunctionalInterface
public interface VendorNotificationHandler {
    /** What it means; an empty list drops it. What it throws is logged and the notification kept as an extension. */
    List<AgentEvent> handle(RawJson params);
}
