/** Examines a machine, its settings and its agents, without spending anything. */
package dev.termal.host.doctor;
