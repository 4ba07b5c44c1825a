/** Entries of a session's stream as JSON, as the published schema describes them. */
package dev.termal.host.json;
