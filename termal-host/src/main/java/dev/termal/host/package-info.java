/**
 * The host as a library: open a {@link dev.termal.host.Termal}, open sessions, prompt, read entries, answer, close.
 *
 * <p>No static state, no exit of the JVM, any number of hosts in one.
 */
package dev.termal.host;
