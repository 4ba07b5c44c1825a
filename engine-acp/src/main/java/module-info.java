/** Speaks the Agent Client Protocol. */
module dev.termal.engine.acp {
    requires dev.termal.api;
    requires static org.jspecify;
    requires tools.jackson.databind;
}
