/**
 * What is known of the Gemini CLI.
 *
 * @provides dev.termal.api.spi.AgentProfileProvider with the one profile
 */
module dev.termal.agent.gemini {
    requires dev.termal.api;
    requires tools.jackson.databind;

    provides dev.termal.api.spi.AgentProfileProvider with
            dev.termal.agent.gemini.GeminiProfileProvider;
}
