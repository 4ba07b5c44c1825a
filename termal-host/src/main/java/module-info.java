/**
 * The TermAl host: finds engines, agents and tools, owns processes, sessions and permissions, and talks to people.
 *
 * @uses dev.termal.api.spi.EngineProvider
 * @uses dev.termal.api.spi.AgentProfileProvider
 * @uses dev.termal.api.spi.HostToolProvider
 */
module dev.termal.host {
    requires transitive dev.termal.api;
    requires com.google.common;
    requires org.slf4j;
    requires tools.jackson.databind;
    requires static org.jspecify;

    exports dev.termal.host;
    exports dev.termal.host.event;

    uses dev.termal.api.spi.EngineProvider;
    uses dev.termal.api.spi.AgentProfileProvider;
    uses dev.termal.api.spi.HostToolProvider;
}
