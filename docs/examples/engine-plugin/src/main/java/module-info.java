/** An engine for agents that take a prompt and answer in lines of JSON, and an agent to try it with. */
module com.example.lines {
    requires dev.termal.api;
    requires com.fasterxml.jackson.databind; // the plugin's own copy

    provides dev.termal.api.spi.EngineProvider with
            com.example.lines.LinesEngineProvider;
    provides dev.termal.api.spi.AgentProfileProvider with
            com.example.lines.ParrotProvider;
}
