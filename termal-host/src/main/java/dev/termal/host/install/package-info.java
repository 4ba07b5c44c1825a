/** Installs agents: fetches what their profiles name, after a yes, checks it and puts it in its place. */
package dev.termal.host.install;
