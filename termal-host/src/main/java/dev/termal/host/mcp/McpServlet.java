package dev.termal.host.mcp;

import dev.termal.api.ContentBlock;
import dev.termal.api.spi.HostTool;
import dev.termal.host.json.Json;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers messages by the protocol's library: a server made for each, with the tools that its loan has at that moment. */
final class McpServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String CALL = "call";
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final ToolSchemas SCHEMAS = new ToolSchemas();
    private static final McpJsonMapper JSON = new JacksonMcpJsonMapper(MAPPER);

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Loan loan = (Loan) request.getAttribute(McpGate.LOAN);
        HttpServletStatelessServerTransport transport = HttpServletStatelessServerTransport.builder()
                .jsonMapper(JSON)
                .contextExtractor(McpServlet::context)
                .build();
        McpStatelessSyncServer server = McpServer.sync(transport)
                .jsonMapper(JSON)
                .jsonSchemaValidator(SCHEMAS)
                .immediateExecution(true) // else a slow call makes others wait
                .serverInfo("termal", "1")
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build())
                .tools(tools(loan))
                .build();
        DiscreetResponse discreet = new DiscreetResponse(response);
        transport.service(request, discreet);
        discreet.finish();
        server.close();
    }

    private static McpTransportContext context(HttpServletRequest request) {
        return request.getAttribute(AgentCall.ATTRIBUTE) instanceof AgentCall call
                ? McpTransportContext.create(Map.of(CALL, call))
                : McpTransportContext.EMPTY;
    }

    private static List<SyncToolSpecification> tools(Loan loan) {
        List<SyncToolSpecification> tools = new ArrayList<>();
        for (LentTool tool : loan.tools()) {
            tools.add(specification(
                    tool.name(),
                    tool.description(),
                    tool.schema(),
                    (call, asked) -> loan.calls().begin(tool, call.arguments(), call.request())));
        }
        tools.add(specification(
                PollTool.NAME,
                PollTool.DESCRIPTION,
                PollTool.schema(),
                (call, asked) ->
                        loan.calls().poll(String.valueOf(asked.arguments().get(PollTool.CALL_ID)))));
        return tools;
    }

    private static SyncToolSpecification specification(
            String name,
            String description,
            ObjectNode schema,
            BiFunction<AgentCall, McpSchema.CallToolRequest, Waiting> begin) {
        McpSchema.Tool tool = McpSchema.Tool.builder(name, JSON, Json.line(SCHEMAS.usable(schema)))
                .description(description)
                .build();
        return new SyncToolSpecification(tool, (context, asked) -> {
            AgentCall call = (AgentCall) context.get(CALL);
            Waiting waiting = begin.apply(call, asked);
            call.waits(waiting);
            return answer(waiting.answer().join());
        });
    }

    private static McpSchema.CallToolResult answer(HostTool.Result result) {
        McpSchema.CallToolResult.Builder answer =
                McpSchema.CallToolResult.builder().isError(result.isError());
        for (ContentBlock block : result.content()) {
            if (block instanceof ContentBlock.Image image) {
                answer.addContent(McpSchema.ImageContent.builder(image.base64(), image.mimeType())
                        .build());
            } else if (block instanceof ContentBlock.Text text) {
                answer.addTextContent(text.text());
            }
        }
        return answer.build();
    }
}
