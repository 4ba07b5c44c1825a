/** What plugins implement (engines, agent profiles, host tools) and what the host lends them. */
package dev.termal.api.spi;
