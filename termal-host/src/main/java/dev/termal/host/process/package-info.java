/**
 * Processes: how they are started, spoken to, bounded and ended, each with everything it started.
 *
 * <p>Nothing here knows what a line means or which agent speaks it.
 */
package dev.termal.host.process;
