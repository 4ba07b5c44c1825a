/** The person's own commands that are run when something happens in a session. */
package dev.termal.host.hook;
