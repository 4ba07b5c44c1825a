package dev.termal.engine.acp.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The tools of a turn. They change nothing but a file of the agent's own; in plan mode none is used. */
final class DemoTools {
    private static final int NAMES_SHOWN = 20;
    private static final int MOST_TEXT = 64 * 1024; // characters of its file, which then begins anew

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
            String entries = DemoTurn.count(names.size(), "entry", "entries");
            String shown = names.stream().limit(NAMES_SHOWN).collect(Collectors.joining("\n"));
            turn.tell(Updates.toolEnd(call, "completed", entries + "\n" + shown));
            turn.say("The folder has " + entries + ".\n");
        } catch (IOException e) {
            turn.tell(Updates.toolEnd(call, "failed", "The folder cannot be read: " + e.getMessage()));
            turn.say("The folder cannot be read.\n");
        }
    }

    private void edit() {
        Path file = turn.ownFolder().resolve("demo.txt");
        Optional<String> before;
        try {
            before = Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            turn.say("My own file cannot be read: " + e.getMessage() + "\n");
            return;
        }
        String after = before.filter(text -> text.length() < MOST_TEXT).orElse("A file of the demo agent.\n")
                + turn.prompt() + "\n";
        String call = session.nextToolCall();
        ObjectNode start =
                Updates.toolCall(call, "Edit demo.txt", "edit", Updates.object().put("path", file.toString()));
        start.putArray("locations").addObject().put("path", file.toString());
        ObjectNode diff = start.putArray("content")
                .addObject()
                .put("type", "diff")
                .put("path", file.toString())
                .put("newText", after);
        before.ifPresent(text -> diff.put("oldText", text));
        turn.tell(start);
        if (!isAllowed(start)) {
            refused(call);
            return;
        }
        turn.tell(Updates.toolStatus(call, "in_progress"));
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, after);
            turn.tell(Updates.toolStatus(call, "completed"));
            turn.say("Allowed, and done: " + file + "\n");
        } catch (IOException e) {
            turn.tell(Updates.toolEnd(call, "failed", "It cannot be written: " + e.getMessage()));
            turn.say("My own file cannot be written.\n");
        }
    }

    private void runWithPermission() {
        String call = session.nextToolCall();
        ObjectNode input = Updates.object().put("command", "echo demo");
        ObjectNode start = Updates.toolCall(call, "echo demo", "execute", input);
        turn.tell(start);
        if (isAllowed(start)) {
            turn.tell(Updates.toolStatus(call, "in_progress"));
            turn.tell(Updates.toolEnd(call, "completed", "demo"));
            turn.say("Allowed, and done.\n");
        } else {
            refused(call);
        }
    }

    private void refused(String call) {
        turn.tell(Updates.toolEnd(call, "failed", "not allowed"));
        turn.say("Not allowed, and not done.\n");
    }

    private boolean isAllowed(ObjectNode toolCall) {
        String standing = session.standingAnswer();
        return (standing.isEmpty() ? askPermission(toolCall) : standing).equals("allow");
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
