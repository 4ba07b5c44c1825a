/** What a turn prints: as text for people, as JSON for programs, or its last words alone. */
package dev.termal.host.cli.output;
