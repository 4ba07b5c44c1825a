/** Plugins: the engines, agents and tools that built-in modules and jars bring, and what is wrong with those that do not. */
package dev.termal.host.plugin;
