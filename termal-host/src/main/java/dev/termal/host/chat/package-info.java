/** A conversation at a terminal: a line to type in, and above it what the agent says and does. */
package dev.termal.host.chat;
