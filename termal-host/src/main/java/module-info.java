/**
 * The TermAl host: finds engines, agents and tools, owns processes, sessions and permissions, and talks to people.
 *
 * @uses dev.termal.api.spi.EngineProvider
 * @uses dev.termal.api.spi.AgentProfileProvider
 * @uses dev.termal.api.spi.HostToolProvider
 * @provides dev.termal.api.spi.HostToolProvider
 */
module dev.termal.host {
    requires transitive dev.termal.api;
    requires com.google.common; // Guice is automatic and does not pull it in by itself
    requires com.google.guice;
    requires info.picocli;
    requires io.modelcontextprotocol.sdk.mcp; // with its parts, which are automatic
    requires io.github.javadiffutils;
    requires jakarta.inject;
    requires jakarta.servlet;
    requires java.net.http;
    requires java.sql;
    requires org.eclipse.jetty.ee10.servlet;
    requires org.eclipse.jetty.http;
    requires org.eclipse.jetty.io;
    requires org.eclipse.jetty.server;
    requires org.eclipse.jetty.unixdomain.server;
    requires org.eclipse.jetty.util;
    requires org.jline.reader;
    requires org.jline.terminal;
    requires org.slf4j;
    requires org.xerial.sqlitejdbc;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;
    requires static ch.qos.logback.classic; // only the program sets its log up; who embeds the host brings an own one
    requires static ch.qos.logback.core;
    requires static org.jspecify;

    opens dev.termal.host to
            com.google.guice;

    exports dev.termal.host;
    exports dev.termal.host.event;

    opens dev.termal.host.cli to
            info.picocli;

    uses dev.termal.api.spi.EngineProvider;
    uses dev.termal.api.spi.AgentProfileProvider;
    uses dev.termal.api.spi.HostToolProvider;

    provides dev.termal.api.spi.HostToolProvider with
            dev.termal.host.tool.BuiltInTools;
}
