/**
 * A test kit for plugins of TermAl: agents that follow a script and can misbehave, a recorder that checks how an engine
 * calls its host, a machine made of maps, and the contracts that every engine and every profile must pass.
 *
 * <p>A plugin's tests depend on it in test scope; the contracts are abstract JUnit classes to be extended.
 */
module dev.termal.testkit {
    requires transitive dev.termal.api;
    requires transitive org.junit.jupiter.api;
    requires static org.jspecify;

    exports dev.termal.testkit;
}
