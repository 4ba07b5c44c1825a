/**
 * Lends the host's tools to agents, by the Model Context Protocol: which tools there are, who may call them, and what becomes of a
 * call that takes long.
 */
package dev.termal.host.mcp;
