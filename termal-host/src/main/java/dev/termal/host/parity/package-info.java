/** Whether an agent does the same by each of its engines: a few turns by each, laid side by side. */
package dev.termal.host.parity;
