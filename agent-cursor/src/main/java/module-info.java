/**
 * What is known of the Cursor CLI.
 *
 * @provides dev.termal.api.spi.AgentProfileProvider with the one profile
 */
module dev.termal.agent.cursor {
    requires dev.termal.api;
    requires tools.jackson.databind;

    provides dev.termal.api.spi.AgentProfileProvider with
            dev.termal.agent.cursor.CursorProfileProvider;
}
