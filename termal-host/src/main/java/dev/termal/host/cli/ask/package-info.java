/** Asks a person at a terminal for permissions and answers, one request at a time. */
package dev.termal.host.cli.ask;
