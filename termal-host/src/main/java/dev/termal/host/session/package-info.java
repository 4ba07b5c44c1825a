/** Live sessions: the one numbered stream, the bracket of a turn, its deadlines, and how it came out. */
package dev.termal.host.session;
