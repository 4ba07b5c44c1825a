/** What an agent is given with a person's prompt, the same for all engines. */
package dev.termal.host.prompt;
