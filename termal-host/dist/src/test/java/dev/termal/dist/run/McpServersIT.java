package dev.termal.dist.run;

import static dev.termal.testkit.JsonRpcLines.result;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedAcp;
import dev.termal.testkit.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** MCP servers of the config file, of one agent in it, and of a file named on the command line, as an agent gets them. */
class McpServersIT extends RunTest {
    private static final String LOCAL =
            "{\"name\":\"local\",\"command\":\"/bin/sh\",\"args\":[\"-c\",\"exit\"],\"env\":[{\"name\":\"K\",\"value\":\"of mine\"}]}";
    private static final String EVENTS =
            "{\"type\":\"sse\",\"name\":\"events\",\"url\":\"http://localhost:1/e\",\"headers\":[]}";
    private static final String REMOTE = "{\"type\":\"http\",\"name\":\"remote\",\"url\":\"http://localhost:1/h\","
            + "\"headers\":[{\"name\":\"Authorization\",\"value\":\"Bearer of mine\"}]}";

    /** Runs an agent that ends with an error unless it is given exactly these servers. */
    private Ended run(String capabilities, String expected) throws IOException {
        Script script = new Script()
                .onMethod(
                        "initialize",
                        result("{\"protocolVersion\":1,\"agentCapabilities\":{\"mcpCapabilities\":" + capabilities
                                + "}}"))
                .expect("session/new", "\"mcpServers\":[" + expected + "]")
                .send(result("{\"sessionId\":\"s1\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(ScriptedAcp.says("as it should be"))
                .send(ScriptedAcp.endsTurn())
                .expectEndOfInput();
        host.with("MINE", "of mine")
                .config(
                        "{\"mcpServers\":{\"local\":{\"command\":\"/bin/sh\",\"args\":[\"-c\",\"exit\"],"
                                + "\"env\":{\"K\":\"${MINE}\"}}},"
                                + "\"agents\":{\"mine\":{\"command\":" + ScriptedAcp.command(script, folder)
                                + ",\"mcpServers\":{\"events\":{\"type\":\"sse\",\"url\":\"http://localhost:1/e\"}}},"
                                + "\"other\":{\"command\":[\"none\"],\"mcpServers\":{\"not-mine\":{\"command\":\"/bin/sh\"}}}}}");
        Files.writeString(
                host.cwd().resolve("servers.json"),
                "{\"mcpServers\":{\"remote\":{\"type\":\"http\",\"url\":\"http://localhost:1/h\","
                        + "\"headers\":{\"Authorization\":\"Bearer ${MINE}\"}}}}");
        return host.run("run -a mine --mcp-config servers.json -o json", "hi");
    }

    @Test
    @Tag("MCP-01")
    void reachTheAgentInTheirThreeForms() throws Exception {
        Ended r = run("{\"http\":true,\"sse\":true}", LOCAL + "," + EVENTS + "," + REMOTE);
        assertEnded(r, "done", 0);
        assertEquals(List.of(), texts(r, "notice"), r::toString);
    }

    @Test
    @Tag("MCP-02")
    void areNamedWhereTheAgentCannotReachThem() throws Exception {
        Ended r = run("{}", LOCAL);
        assertEnded(r, "done", 0);
        assertEquals(
                List.of(
                        "MCP server events is left out: this agent cannot reach servers over server-sent events",
                        "MCP server remote is left out: this agent cannot reach servers over HTTP"),
                texts(r, "notice"),
                r::toString);
    }
}
