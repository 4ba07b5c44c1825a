/** Runs an agent through what is relied on, and says how each came out. */
package dev.termal.engine.acp.probe;
