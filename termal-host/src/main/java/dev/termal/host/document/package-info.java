/** What a host knows, as JSON documents for programs. */
package dev.termal.host.document;
