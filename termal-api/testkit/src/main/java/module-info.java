/** Scripted agents and contracts for the tests of plugins. */
module dev.termal.testkit {
    requires dev.termal.api;
}
