/**
 * What is known of Google Antigravity.
 *
 * @provides dev.termal.api.spi.AgentProfileProvider with the one profile
 */
module dev.termal.agent.antigravity {
    requires dev.termal.api;
    requires tools.jackson.databind;

    provides dev.termal.api.spi.AgentProfileProvider with
            dev.termal.agent.antigravity.AntigravityProfileProvider;
}
