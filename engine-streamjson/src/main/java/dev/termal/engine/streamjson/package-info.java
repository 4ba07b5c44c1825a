/** The engine {@code stream-json}: it owns lines, order and processes; a dialect owns their meaning. */
package dev.termal.engine.streamjson;
