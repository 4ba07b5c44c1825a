/** Scripted agents, a recording host and the contracts of engines and profiles. */
package dev.termal.testkit;
