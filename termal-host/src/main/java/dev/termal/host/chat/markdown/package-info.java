/** Markdown that comes in pieces, as lines for a terminal. */
package dev.termal.host.chat.markdown;
