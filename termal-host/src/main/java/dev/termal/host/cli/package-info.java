/** The command line: one class per command, what they share, and how they meet the shell. */
package dev.termal.host.cli;
