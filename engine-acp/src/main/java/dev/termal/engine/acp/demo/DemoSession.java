package dev.termal.engine.acp.demo;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One conversation: what is said in it, what was chosen for it, and whether a turn runs. Thread-safe. */
final class DemoSession {
    /** The context that the agent claims to have, in words. */
    static final long CONTEXT_WORDS = 100_000;

    private static final int HISTORY_ENTRIES = 1000;
    private static final int HISTORY_CHARS = 8 * 1024 * 1024;
    private static final int TITLE_CHARACTERS = 60;

    private record Said(ObjectNode update, int chars) {}

    private final String id;
    private final String cwd;
    private final Deque<Said> history = new ArrayDeque<>();
    private int historyChars;
    private Choices choices = Choices.DEFAULT;
    private String title = "";
    private Instant updatedAt;
    private String standingAnswer = ""; // "allow" or "reject", once a person said always
    private long toolCalls;
    private long usedWords;
    private boolean lost;
    private @Nullable DemoTurn turn;

    DemoSession(String id, String cwd, Instant now) {
        this.id = id;
        this.cwd = cwd;
        this.updatedAt = now;
    }

    String id() {
        return id;
    }

    String cwd() {
        return cwd;
    }

    synchronized Choices choices() {
        return choices;
    }

    synchronized void choose(String option, JsonNode value) {
        choices = choices.with(option, value);
    }

    synchronized String standingAnswer() {
        return standingAnswer;
    }

    synchronized void standingAnswer(String answer) {
        standingAnswer = answer;
    }

    synchronized String nextToolCall() {
        return "call-" + ++toolCalls;
    }

    /** Adds to the words used and gives all that were. */
    synchronized long use(long words) {
        usedWords += words;
        return usedWords;
    }

    synchronized boolean isLost() {
        return lost;
    }

    synchronized void lose() {
        lost = true;
    }

    /** Takes the turn for the running one; false where another runs. */
    synchronized boolean begin(DemoTurn next) {
        if (turn != null) {
            return false;
        }
        turn = next;
        return true;
    }

    synchronized void end(Instant now) {
        turn = null;
        updatedAt = now;
    }

    synchronized Optional<DemoTurn> turn() {
        return Optional.ofNullable(turn);
    }

    /** Names the session after its first prompt; empty where it has a name. */
    synchronized Optional<String> nameAfter(String prompt) {
        String line = prompt.strip().replaceAll("\\s+", " ");
        if (!title.isEmpty() || line.isEmpty()) {
            return Optional.empty();
        }
        boolean isShort = line.codePointCount(0, line.length()) <= TITLE_CHARACTERS;
        title = isShort ? line : line.substring(0, line.offsetByCodePoints(0, TITLE_CHARACTERS)) + "…";
        return Optional.of(title);
    }

    /** Keeps an update for who loads the session; pieces of one text become one, and the oldest are forgotten. */
    synchronized void remember(ObjectNode update) {
        Said last = history.peekLast();
        Optional<ObjectNode> joined = last == null ? Optional.empty() : join(last.update(), update);
        if (last != null && joined.isPresent()) {
            history.removeLast();
            historyChars -= last.chars();
        }
        ObjectNode kept = joined.orElse(update);
        int chars = joined.isPresent() && last != null
                ? last.chars() + text(update).length()
                : kept.toString().length();
        history.addLast(new Said(kept, chars));
        historyChars += chars;
        while (history.size() > HISTORY_ENTRIES || (historyChars > HISTORY_CHARS && history.size() > 1)) {
            historyChars -= history.removeFirst().chars();
        }
    }

    private static Optional<ObjectNode> join(ObjectNode last, ObjectNode next) {
        String kind = next.path("sessionUpdate").asString();
        boolean joins = (kind.equals(Updates.AGENT) || kind.equals(Updates.THOUGHT))
                && kind.equals(last.path("sessionUpdate").asString())
                && isText(last)
                && isText(next);
        return joins ? Optional.of(Updates.chunk(kind, text(last) + text(next))) : Optional.empty();
    }

    private static boolean isText(ObjectNode update) {
        return update.path("content").path("text").isString();
    }

    private static String text(ObjectNode update) {
        return update.path("content").path("text").asString("");
    }

    synchronized List<ObjectNode> history() {
        return new ArrayList<>(history.stream().map(Said::update).toList());
    }

    /** What a list of sessions says of this one. */
    synchronized ObjectNode info() {
        ObjectNode info = Updates.object().put("sessionId", id).put("cwd", cwd).put("updatedAt", updatedAt.toString());
        if (!title.isEmpty()) {
            info.put("title", title);
        }
        return info;
    }

    /** The first line of the session's file. */
    synchronized ObjectNode head() {
        ObjectNode head = info().put("lost", lost)
                .put("standingAnswer", standingAnswer)
                .put("toolCalls", toolCalls)
                .put("usedWords", usedWords);
        return head.set("choices", choices.toJson());
    }

    /** Reads {@link #head()}; fails with an {@link IllegalArgumentException} or a date's own where it is none. */
    static DemoSession fromHead(JsonNode head) {
        String id = head.path("sessionId").asString("");
        String cwd = head.path("cwd").asString("");
        if (id.isEmpty() || cwd.isEmpty()) {
            throw new IllegalArgumentException("not the head of a session");
        }
        DemoSession session =
                new DemoSession(id, cwd, Instant.parse(head.path("updatedAt").asString("")));
        session.title = head.path("title").asString("");
        session.lost = head.path("lost").asBoolean(false);
        session.standingAnswer = head.path("standingAnswer").asString("");
        session.toolCalls = head.path("toolCalls").asLong(0);
        session.usedWords = head.path("usedWords").asLong(0);
        session.choices = Choices.fromJson(head.path("choices"));
        return session;
    }
}
