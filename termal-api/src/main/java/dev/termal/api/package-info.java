/** Values, events and handles that a host, its engines and its agent profiles share. */
package dev.termal.api;
