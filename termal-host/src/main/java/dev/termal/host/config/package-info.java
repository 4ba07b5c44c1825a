/** Settings: where they come from, what they may be, and the agents that a person defines. */
package dev.termal.host.config;
