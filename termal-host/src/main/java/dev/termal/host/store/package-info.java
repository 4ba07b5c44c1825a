/**
 * Sessions that outlive the host: one SQLite file for all hosts of a home. One thread writes, in groups; reading has a
 * connection of its own.
 */
package dev.termal.host.store;
