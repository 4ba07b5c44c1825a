/** The host's one HTTP server on this machine's loopback: who may come in, how much may be sent, how it stops. */
package dev.termal.host.web;
