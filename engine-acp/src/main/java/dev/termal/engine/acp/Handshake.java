package dev.termal.engine.acp;

import dev.termal.api.AgentException;
import dev.termal.api.AgentInfo;
import dev.termal.api.AuthMethod;
import dev.termal.api.Capabilities;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.EngineContext;
import dev.termal.engine.acp.jsonrpc.FrameCodec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The {@code initialize} exchange: what is offered, and what the answer says. A capability that is missing or malformed is
 * one that the agent does not have.
 *
 * @param authMethods in the agent's order
 */
record Handshake(AgentInfo agent, Set<Feature> features, List<AuthMethod> authMethods) {
    static final int VERSION = 1;

    /** What the protocol carries whatever the agent says of itself. */
    private static final Set<Feature> PROTOCOL = EnumSet.of(
            Feature.CANCEL,
            Feature.PERMISSIONS,
            Feature.MODES,
            Feature.OPTIONS,
            Feature.USAGE,
            Feature.THOUGHTS,
            Feature.PLANS,
            Feature.DIFFS,
            Feature.MCP_STDIO);

    static ObjectNode offer(ClientCapabilities client, EngineContext context) {
        ObjectNode params = Json.object().put("protocolVersion", VERSION);
        ObjectNode capabilities = params.putObject("clientCapabilities");
        capabilities.putObject("fs").put("readTextFile", client.readFiles()).put("writeTextFile", client.writeFiles());
        capabilities.put("terminal", client.terminals());
        if (client.terminalSignIn()) {
            capabilities.putObject("auth").put("terminal", true);
        }
        if (client.forms() || client.urls()) {
            ObjectNode elicitation = capabilities.putObject("elicitation");
            if (client.forms()) {
                elicitation.putObject("form");
            }
            if (client.urls()) {
                elicitation.putObject("url");
            }
        }
        capabilities.putObject("session").putObject("configOptions").putObject("boolean");
        params.putObject("clientInfo").put("name", context.hostName()).put("version", context.hostVersion());
        return params;
    }

    static Handshake read(String agent, JsonNode result) {
        JsonNode version = result.path("protocolVersion");
        boolean told = !version.isMissingNode() && !version.isNull();
        if (told && !version.asString("").equals(String.valueOf(VERSION))) {
            throw new AgentException(
                    ErrorCode.PROTOCOL,
                    agent + " speaks version " + FrameCodec.printable(version.toString())
                            + " of the protocol, and this host version " + VERSION
                            + "; another version of one of them is needed");
        }
        JsonNode info = result.path("agentInfo");
        return new Handshake(
                new AgentInfo(
                        Json.text(info, "name").orElse(""),
                        Json.text(info, "title").orElse(""),
                        Json.text(info, "version").orElse(""),
                        String.valueOf(VERSION)),
                features(result.path("agentCapabilities")),
                authMethods(result));
    }

    private static Set<Feature> features(JsonNode capabilities) {
        EnumSet<Feature> found = EnumSet.copyOf(PROTOCOL);
        JsonNode prompts = capabilities.path("promptCapabilities");
        JsonNode servers = capabilities.path("mcpCapabilities");
        JsonNode sessions = capabilities.path("sessionCapabilities");
        add(found, Feature.SESSION_LOAD, Json.flag(capabilities, "loadSession"));
        add(found, Feature.IMAGE, Json.flag(prompts, "image"));
        add(found, Feature.AUDIO, Json.flag(prompts, "audio"));
        add(found, Feature.EMBEDDED_CONTEXT, Json.flag(prompts, "embeddedContext"));
        add(found, Feature.MCP_HTTP, Json.flag(servers, "http"));
        add(found, Feature.MCP_SSE, Json.flag(servers, "sse"));
        add(found, Feature.SESSION_RESUME, marked(sessions, "resume"));
        add(found, Feature.SESSION_LIST, marked(sessions, "list"));
        add(found, Feature.SESSION_CLOSE, marked(sessions, "close"));
        add(found, Feature.SESSION_DELETE, marked(sessions, "delete"));
        add(found, Feature.SESSION_FORK, marked(sessions, "fork"));
        add(found, Feature.ADDITIONAL_DIRECTORIES, marked(sessions, "additionalDirectories"));
        add(found, Feature.LOGOUT, marked(capabilities.path("auth"), "logout"));
        return found;
    }

    private static void add(Set<Feature> features, Feature feature, boolean present) {
        if (present) {
            features.add(feature);
        }
    }

    /** An object says that something is supported; some agents say {@code true}. */
    private static boolean marked(JsonNode node, String field) {
        return node.path(field).isObject() || Json.flag(node, field);
    }

    private static List<AuthMethod> authMethods(JsonNode result) {
        List<AuthMethod> found = new ArrayList<>();
        for (JsonNode node : Json.objects(result, "authMethods")) {
            Json.word(node, "id")
                    .ifPresent(id -> found.add(new AuthMethod(
                            id,
                            Json.word(node, "name").orElse(id),
                            Json.text(node, "description").orElse(""),
                            kind(node),
                            Json.texts(node, "args"),
                            environmentNames(node))));
        }
        return found;
    }

    private static AuthMethod.Kind kind(JsonNode node) {
        String type = Json.word(node, "type")
                .or(() -> Json.word(node.path("_meta"), "type"))
                .orElse("agent");
        return switch (type) {
            case "agent" -> AuthMethod.Kind.AGENT;
            case "terminal" -> AuthMethod.Kind.TERMINAL;
            case "env_var" -> AuthMethod.Kind.ENVIRONMENT;
            default -> AuthMethod.Kind.OTHER;
        };
    }

    private static List<String> environmentNames(JsonNode node) {
        List<String> names = new ArrayList<>(Json.texts(node, "vars"));
        Json.objects(node, "vars")
                .forEach(variable -> Json.word(variable, "name").ifPresent(names::add));
        return names;
    }

    /** With what this side adds: features of the connection and not of the agent. */
    Capabilities capabilities(AcpOptions options, ClientCapabilities client) {
        EnumSet<Feature> all = EnumSet.copyOf(features);
        add(all, Feature.SESSION_SHARED_PROCESS, options.sharedProcess());
        add(all, Feature.QUESTIONS, client.forms() || client.urls());
        add(all, Feature.AUTHENTICATE, !byConnection().isEmpty());
        return new Capabilities(all);
    }

    /** The methods that are done over the connection: never one that needs a terminal. */
    List<AuthMethod> byConnection() {
        return authMethods.stream()
                .filter(method -> method.kind() != AuthMethod.Kind.TERMINAL)
                .toList();
    }
}
