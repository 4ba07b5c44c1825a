package dev.termal.dist.page;

import static dev.termal.testkit.JsonRpcLines.error;
import static dev.termal.testkit.JsonRpcLines.request;
import static dev.termal.testkit.JsonRpcLines.result;

import dev.termal.dist.packaged.ScriptedAcp;
import dev.termal.testkit.Script;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** An agent that writes scripts, links and pictures into every field that it can fill. */
final class HostileAgent {
    /** Does what a page must never do: runs a script, loads from elsewhere, changes the look of the page. */
    static final String EVIL = "word <img src=https://stranger.invalid/i onerror=window.pwned=1>"
            + "<script>window.pwned=2</script>\"'><svg onload=window.pwned=3>"
            + "<iframe srcdoc='<script>parent.pwned=4</script>'></iframe><style>*{display:none}</style>"
            + "<form action=https://stranger.invalid/f><button>go</button></form>"
            + " [js](javascript:window.pwned=5) ![p](https://stranger.invalid/p) <javascript:window.pwned=6>"
            + " [ref] ${window.pwned=7} `</code><script>window.pwned=8</script>`";

    /** The same where a text may have several lines: what Markdown makes of blocks. */
    static final String BLOCKS =
            EVIL + "\n\n[ref]: javascript:window.pwned=9 \"" + EVIL.replace("\"", "&quot;") + "\"\n\n"
                    + "```<img onerror=window.pwned=10 src=x>\n</code></pre><script>window.pwned=11</script>\n```\n\n"
                    + "| <script>window.pwned=12</script> | b |\n|---|---|\n| ![t](javascript:window.pwned=13) | <object data=x> |\n\n"
                    + "<details open ontoggle=window.pwned=14><summary>s</summary></details>\n\n"
                    + "<a href='java\tscript:window.pwned=15'>x</a> <base href=https://stranger.invalid/> <meta http-equiv=refresh content=0>\n";

    private static final String LINK = "javascript:window.pwned=16";

    private HostileAgent() {}

    static Script script() {
        Script script = new Script()
                .onMethod("initialize", result(json(initialized())))
                .onMethod("session/new", result(json(opened())))
                .skipToMethod("session/prompt")
                .as("first");
        updates().forEach(update -> script.send(ScriptedAcp.update(json(update))));
        return script.send(request("70", "session/request_permission", json(permission())))
                .skipTo("\"id\":70")
                .send(request("71", "elicitation/create", json(form())))
                .skipTo("\"id\":71")
                .send(request(
                        "72",
                        "elicitation/create",
                        json(fields(
                                "sessionId",
                                "s1",
                                "mode",
                                "url",
                                "message",
                                BLOCKS,
                                "elicitationId",
                                "e",
                                "url",
                                LINK))))
                .skipTo("\"id\":72")
                .send(ScriptedAcp.endsTurn("first", "end_turn"))
                .skipToMethod("session/prompt")
                .send(error(json(fields("code", -32603, "message", EVIL, "data", fields("details", BLOCKS)))));
    }

    private static Map<String, Object> initialized() {
        return fields(
                "protocolVersion", 1,
                "agentInfo", fields("name", EVIL, "title", EVIL, "version", EVIL),
                "agentCapabilities", fields("promptCapabilities", fields("image", true)),
                "authMethods", List.of(fields("id", "m", "name", EVIL, "description", EVIL)));
    }

    private static Map<String, Object> opened() {
        return fields(
                "sessionId",
                "s1",
                "modes",
                fields(
                        "currentModeId",
                        EVIL,
                        "availableModes",
                        List.of(
                                fields("id", EVIL, "name", EVIL, "description", EVIL),
                                fields("id", "b", "name", EVIL))),
                "configOptions",
                List.of(
                        select("model", "model"),
                        select(EVIL, EVIL),
                        fields(
                                "type",
                                "boolean",
                                "id",
                                "flag",
                                "name",
                                EVIL,
                                "description",
                                EVIL,
                                "currentValue",
                                true)));
    }

    private static Map<String, Object> select(String id, String category) {
        return fields(
                "type", "select",
                "id", id,
                "name", EVIL,
                "description", EVIL,
                "category", category,
                "currentValue", "a",
                "options",
                        List.of(fields(
                                "group", EVIL,
                                "name", EVIL,
                                "options", List.of(fields("value", "a", "name", EVIL, "description", EVIL)))));
    }

    private static List<Map<String, Object>> updates() {
        List<Map<String, Object>> updates = new ArrayList<>();
        updates.add(fields("sessionUpdate", "session_info_update", "title", EVIL));
        updates.add(fields("sessionUpdate", "current_mode_update", "currentModeId", EVIL));
        updates.add(fields(
                "sessionUpdate",
                "available_commands_update",
                "availableCommands",
                List.of(fields("name", EVIL, "description", EVIL, "input", fields("hint", EVIL)))));
        updates.add(fields(
                "sessionUpdate", "usage_update", "used", 9, "size", 10, "cost", fields("amount", 1, "currency", EVIL)));
        updates.add(fields(
                "sessionUpdate",
                "plan",
                "entries",
                List.of(
                        fields("content", EVIL, "priority", EVIL, "status", EVIL),
                        fields("content", "b", "status", "pending"))));
        updates.add(fields("sessionUpdate", "agent_thought_chunk", "content", text(BLOCKS)));
        updates.add(call("t1", "completed"));
        updates.add(call("t2", "in_progress"));
        updates.add(call(EVIL, EVIL));
        for (Map<String, Object> block : blocks()) {
            updates.add(fields("sessionUpdate", "agent_message_chunk", "content", block));
        }
        updates.add(fields("sessionUpdate", "user_message_chunk", "content", text(BLOCKS)));
        updates.add(fields("sessionUpdate", EVIL, "title", EVIL));
        return updates;
    }

    private static List<Map<String, Object>> blocks() {
        return List.of(
                fields("type", "resource_link", "uri", LINK, "name", EVIL, "title", EVIL, "description", EVIL),
                fields("type", "resource_link", "uri", "https://stranger.invalid/" + EVIL, "name", EVIL),
                fields("type", "resource", "resource", fields("uri", LINK, "text", BLOCKS, "mimeType", EVIL)),
                fields("type", "resource", "resource", fields("uri", EVIL, "blob", "AAAA", "mimeType", "text/html")),
                fields(
                        "type",
                        "image",
                        "mimeType",
                        "image/svg+xml",
                        "data",
                        "PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+",
                        "uri",
                        LINK),
                fields("type", "image", "mimeType", "image/png\" onerror=\"window.pwned=17", "data", EVIL),
                fields("type", "audio", "mimeType", EVIL, "data", EVIL),
                fields("type", EVIL, "text", EVIL),
                text(BLOCKS));
    }

    private static Map<String, Object> call(String id, String status) {
        return fields(
                "sessionUpdate", "tool_call",
                "toolCallId", id,
                "title", EVIL,
                "kind", EVIL,
                "status", status,
                "rawInput", fields("command", EVIL, EVIL, List.of(BLOCKS)),
                "rawOutput", BLOCKS,
                "locations", List.of(fields("path", EVIL, "line", 3)),
                "content",
                        List.of(
                                fields("type", "content", "content", text(BLOCKS)),
                                fields("type", "content", "content", blocks().get(0)),
                                fields("type", "diff", "path", "/w/" + EVIL, "oldText", BLOCKS, "newText", EVIL),
                                fields("type", "terminal", "terminalId", EVIL)));
    }

    private static Map<String, Object> permission() {
        return fields(
                "sessionId",
                "s1",
                "toolCall",
                call("t3", "pending"),
                "options",
                List.of(
                        fields("optionId", EVIL, "name", EVIL, "kind", "allow_once"),
                        fields("optionId", "always", "name", "Always " + EVIL, "kind", "allow_always"),
                        fields("optionId", "no", "name", EVIL, "kind", "reject_once"),
                        fields("optionId", "what", "name", EVIL, "kind", EVIL)));
    }

    private static Map<String, Object> form() {
        Map<String, Object> properties = fields(
                "name",
                fields("type", "string", "title", EVIL, "description", BLOCKS, "default", EVIL),
                EVIL,
                fields("type", "string", "title", EVIL, "enum", List.of(EVIL, "b")),
                "many",
                fields("type", "array", "title", EVIL, "items", fields("type", "string", "enum", List.of(EVIL))),
                "sure",
                fields("type", "boolean", "title", EVIL));
        return fields(
                "sessionId",
                "s1",
                "mode",
                "form",
                "message",
                BLOCKS,
                "requestedSchema",
                fields("type", "object", "title", EVIL, "description", BLOCKS, "properties", properties));
    }

    private static Map<String, Object> text(String text) {
        return fields("type", "text", "text", text);
    }

    private static Map<String, Object> fields(Object... pairs) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            fields.put((String) pairs[i], pairs[i + 1]);
        }
        return fields;
    }

    private static String json(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }
}
