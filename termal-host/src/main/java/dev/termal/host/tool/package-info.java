/** The tools that the host itself lends to agents; they can do no more than look into the session's folders, and ask. */
package dev.termal.host.tool;
