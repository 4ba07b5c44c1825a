/** Speaks the Agent Client Protocol. */
module dev.termal.engine.acp {
    requires static org.jspecify;
    requires dev.termal.api;
    requires tools.jackson.databind;

    provides dev.termal.api.spi.AgentProfileProvider with
            dev.termal.engine.acp.demo.DemoProfileProvider;
    provides dev.termal.api.spi.EngineProvider with
            dev.termal.engine.acp.AcpEngineProvider;
}
