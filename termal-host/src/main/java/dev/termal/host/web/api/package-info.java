/** The HTTP API: routes from a request to an answer, as values; and what carries them over HTTP. */
package dev.termal.host.web.api;
