package dev.termal.engine.acp.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The tools of a turn. None of them changes anything; in plan mode none is used. */
final class DemoTools {
    private static final int NAMES_SHOWN = 20;

    private final DemoTurn turn;
    private final Client client;
    private final DemoSession session;

    DemoTools(DemoTurn turn, Client client, DemoSession session) {
        this.turn = turn;
        this.client = client;
        this.session = session;
    }

    void use(Word word) {
        if (turn.choices().mode().equals("plan")) {
            turn.say("In plan mode no tool is used.\n");
        } else if (word == Word.TOOL) {
            list();
        } else if (word == Word.DIFF) {
            edit();
        } else {
            runWithPermission();
        }
    }

    private void list() {
        String call = session.nextToolCall();
        ObjectNode start = Updates.toolCall(
                call, "List " + session.cwd(), "read", Updates.object().put("path", session.cwd()));
        start.putArray("locations").addObject().put("path", session.cwd());
        turn.tell(start);
        turn.tell(Updates.toolStatus(call, "in_progress"));
        try (Stream<Path> files = Files.list(Path.of(session.cwd()))) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            String shown = names.stream().limit(NAMES_SHOWN).collect(Collectors.joining("\n"));
            turn.tell(Updates.toolEnd(call, "completed", names.size() + " entries\n" + shown));
            turn.say("The folder has " + names.size() + " entries.\n");
        } catch (IOException e) {
            turn.tell(Updates.toolEnd(call, "failed", "The folder cannot be read: " + e.getMessage()));
            turn.say("The folder cannot be read.\n");
        }
    }

    private void edit() {
        String path = Path.of(session.cwd()).resolve("demo.txt").toString();
        String call = session.nextToolCall();
        ObjectNode start =
                Updates.toolCall(call, "Edit demo.txt", "edit", Updates.object().put("path", path));
        start.putArray("locations").addObject().put("path", path).put("line", 2);
        start.putArray("content")
                .addObject()
                .put("type", "diff")
                .put("path", path)
                .put("oldText", "A file of the demo agent.\nNothing here yet.\n")
                .put("newText", "A file of the demo agent.\n" + turn.prompt() + "\n");
        turn.tell(start);
        turn.tell(Updates.toolStatus(call, "in_progress"));
        turn.tell(Updates.toolStatus(call, "completed"));
        turn.say("That is the change I would make; no file was touched.\n");
    }

    private void runWithPermission() {
        String call = session.nextToolCall();
        ObjectNode input = Updates.object().put("command", "echo demo");
        ObjectNode start = Updates.toolCall(call, "echo demo", "execute", input);
        turn.tell(start);
        String answer = session.standingAnswer();
        if (answer.isEmpty()) {
            answer = askPermission(start);
        }
        if (answer.equals("allow")) {
            turn.tell(Updates.toolStatus(call, "in_progress"));
            turn.tell(Updates.toolEnd(call, "completed", "demo"));
            turn.say("Allowed, and done.\n");
        } else {
            turn.tell(Updates.toolEnd(call, "failed", "not allowed"));
            turn.say("Not allowed, and not done.\n");
        }
    }

    /** {@code allow} or {@code reject}; an answer for always is kept. */
    private String askPermission(ObjectNode toolCall) {
        ObjectNode asked = toolCall.deepCopy();
        asked.remove("sessionUpdate");
        ObjectNode params = Updates.object().put("sessionId", session.id());
        params.set("toolCall", asked);
        params.set("options", Updates.permissionOptions());
        JsonNode outcome =
                turn.await(client.ask("session/request_permission", params)).path("outcome");
        if (outcome.path("outcome").asString("").equals("cancelled")) {
            throw new CancellationException(); // that is what this answer means: the turn was cancelled
        }
        String option = outcome.path("optionId").asString("");
        String answer = option.startsWith("allow-") ? "allow" : "reject";
        if (option.endsWith("-always")) {
            session.standingAnswer(answer);
        }
        return answer;
    }
}
