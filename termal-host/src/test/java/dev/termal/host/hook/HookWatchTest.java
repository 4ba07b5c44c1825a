package dev.termal.host.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionRequest;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnReport;
import dev.termal.host.json.Json;
import dev.termal.host.json.Samples;
import dev.termal.testkit.FakeContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Which entries of a session are news, and what is told of them. */
@Timeout(60)
class HookWatchTest {
    private static final SessionKey KEY = new SessionKey("key");

    private final List<JsonNode> told = new CopyOnWriteArrayList<>();
    private final Hooks hooks = new Hooks(FakeContext.create(), (spec, name) -> {
        told.add(Json.read(spec.stdin().orElseThrow()));
        throw new AgentException(ErrorCode.LAUNCH_FAILED, "none is started here");
    });
    private final Map<HookEvent, Hook> wanted = new EnumMap<>(HookEvent.class);

    HookWatchTest() {
        for (HookEvent event : HookEvent.values()) {
            wanted.put(event, new Hook(List.of(event.word()), Duration.ofSeconds(10), Duration.ZERO));
        }
    }

    private HookWatch watch() {
        return new HookWatch(
                hooks,
                wanted,
                new HookWatch.Subject(
                        new AgentId("sample"), new EngineId("fake"), Path.of("/work"), Optional.of("parser")));
    }

    private List<JsonNode> tell(EntryBody body, String... waiting) {
        watch().entry(KEY, new SessionEntry(7, Instant.EPOCH, 2, body), List.of(waiting)::contains);
        hooks.close();
        return told;
    }

    private static EntryBody ended(Outcome outcome) {
        return new EntryBody.TurnEnded(Samples.ended(outcome, Optional.empty()));
    }

    @Test
    void aTurnThatEndedWellIsToldWithItsEntry() {
        tell(new EntryBody.TurnEnded(Samples.done("two\nlines")));
        assertEquals(1, told.size());
        JsonNode done = told.get(0);
        assertEquals("turn_done", done.get("event").asString());
        assertEquals("two lines", done.get("message").asString());
        assertEquals("sample", done.get("agent").asString());
        assertEquals("fake", done.get("engine").asString());
        assertEquals(Path.of("/work").toString(), done.get("cwd").asString());
        assertEquals("parser", done.get("name").asString());
        assertEquals("key", done.get("session").asString());
        assertEquals("done", done.get("outcome").asString());
        assertEquals("turn_ended", done.at("/entry/type").asString());
        assertEquals("two\nlines", done.at("/entry/text").asString());
        assertEquals(7, done.at("/entry/seq").asInt());
    }

    @Test
    void aTurnThatEndedOtherwiseHasFailed() {
        tell(ended(Outcome.DENIED));
        assertEquals("failed", told.get(0).get("event").asString());
        assertEquals("denied", told.get(0).get("outcome").asString());
    }

    @Test
    void whoCancelledKnows() {
        assertEquals(List.of(), tell(ended(Outcome.CANCELLED)));
    }

    @Test
    void aShortTurnIsNoNewsWhereOnlyLongOnesAre() {
        TurnReport report = Samples.done("text");
        Duration longer = report.duration().plusMillis(1);
        wanted.put(HookEvent.TURN_DONE, new Hook(List.of("x"), Duration.ofSeconds(1), longer));
        assertEquals(List.of(), tell(new EntryBody.TurnEnded(report)));
    }

    @Test
    void whatWaitsForAPersonIsToldAndWhatPolicyAnswersIsNot() {
        EntryBody asked = new EntryBody.PermissionRequested(
                "p1", new PermissionRequest(Samples.EDIT, List.of(Samples.ALLOW, Samples.REJECT)));
        EntryBody question = new EntryBody.QuestionAsked(Samples.QUESTION);
        watch().entry(KEY, new SessionEntry(1, Instant.EPOCH, 1, question), id -> false);
        watch().entry(KEY, new SessionEntry(2, Instant.EPOCH, 1, asked), id -> false);
        watch().entry(KEY, new SessionEntry(3, Instant.EPOCH, 1, question), Samples.QUESTION.id()::equals);
        tell(asked, "p1");
        assertEquals(2, told.size(), told::toString);
        assertTrue(told.stream().allMatch(each -> each.get("event").asString().equals("needs_input")));
        assertTrue(told.stream()
                .anyMatch(each -> each.get("message").asString().equals(Samples.EDIT.title())
                        && each.at("/entry/type").asString().equals("permission_requested")));
        assertTrue(
                told.stream().anyMatch(each -> each.at("/entry/type").asString().equals("question_asked")));
    }

    @Test
    void anAgentThatDoesNotStartHasFailedUnlessItWasGivenUp() {
        watch().failedToOpen(new AgentException(ErrorCode.CANCELLED, "given up"));
        watch().failedToOpen(new AgentException(ErrorCode.AUTH_REQUIRED, "sign in first"));
        hooks.close();
        assertEquals(1, told.size(), told::toString);
        assertEquals("failed", told.get(0).get("event").asString());
        assertEquals("auth_required", told.get(0).get("outcome").asString());
        assertEquals("sign in first", told.get(0).get("message").asString());
        assertTrue(told.get(0).path("entry").isMissingNode());
    }

    @Test
    void aLongMessageIsCutBetweenCharacters() {
        tell(new EntryBody.TurnEnded(Samples.done("😀".repeat(300))));
        assertEquals("😀".repeat(199) + "…", told.get(0).get("message").asString());
    }

    @Test
    void whereNothingIsWantedNothingRuns() {
        wanted.remove(HookEvent.FAILED);
        assertEquals(List.of(), tell(ended(Outcome.CRASHED)));
    }
}
