package dev.termal.host.cli;

/** How a session is written. */
enum ExportFormat {
    /** For people. */
    MARKDOWN,
    /** For programs: an object a line. */
    JSON
}
