/** The sessions of one process that lives long: each is opened once, its prompts queued, what changes told to who listens. */
package dev.termal.host.service;
