/** What a session's stream holds: numbered entries, brackets of turns, questions and answers, and how a turn came out. */
package dev.termal.host.event;
