package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.Role;
import dev.termal.api.Answer;
import dev.termal.api.ContentBlock;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Kind;
import dev.termal.api.ToolCall.Status;
import dev.termal.api.Usage;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryBody.Decider;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TurnTallyTest {
    private static final PermissionOption YES = new PermissionOption("y", "Yes", PermissionOption.Kind.ALLOW_ONCE);
    private static final PermissionOption NO = new PermissionOption("n", "No", PermissionOption.Kind.REJECT_ONCE);
    private static final PermissionOption OTHER = new PermissionOption("o", "Other", PermissionOption.Kind.OTHER);

    private TurnTally tally = new TurnTally(PermissionPolicy.ASK, new HashSet<>());

    private void said(AgentEvent event) {
        tally.accept(new EntryBody.Said(event, false));
    }

    private Optional<EntryBody.HostNotice> call(String id, Kind kind, Status status) {
        return tally.accept(new EntryBody.Said(
                new AgentEvent.ToolCallUpdate(
                        ToolCall.builder(id).kind(kind).status(status).build()),
                false));
    }

    private void asked(String id, Kind kind) {
        tally.accept(new EntryBody.PermissionRequested(
                "p-" + id, new PermissionRequest(ToolCall.builder(id).kind(kind).build(), List.of(YES, NO))));
    }

    private void answered(String id, Optional<PermissionOption> option, Decider by) {
        tally.accept(new EntryBody.PermissionAnswered("p-" + id, option, by));
    }

    private OutcomeRule.Facts facts() {
        return tally.facts(Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Test
    void onlyTheAgentsOwnLiveWordsAreText() {
        said(new MessageChunk(Role.USER, ContentBlock.text("mine"), Optional.empty()));
        said(new AgentEvent.Replayed(MessageChunk.text("old")));
        said(AgentEvent.ThoughtChunk.text("hm"));
        assertFalse(facts().gaveText());
        said(MessageChunk.text("a"));
        said(AgentEvent.ThoughtChunk.text("hm"));
        said(MessageChunk.text("b"));
        said(new AgentEvent.UsageUpdate(Usage.NONE));
        said(MessageChunk.text("c"));

        assertEquals("a\n\nbc", tally.text());
        assertTrue(facts().gaveText());
    }

    @Test
    void aPictureIsSomethingGiven() {
        said(new MessageChunk(Role.AGENT, new ContentBlock.Image("image/png", "AAAA"), Optional.empty()));
        assertTrue(facts().gaveText());
    }

    @Test
    void anEmptyPlanIsNone() {
        said(new AgentEvent.PlanUpdate(List.of()));
        assertFalse(facts().gavePlan());
    }

    @Test
    void usageIsLaidOver() {
        said(new AgentEvent.UsageUpdate(
                Usage.builder().contextUsed(1).contextSize(9).build()));
        said(new AgentEvent.UsageUpdate(Usage.builder().contextUsed(2).build()));
        assertEquals(OptionalLong.of(2), tally.usage().contextUsed());
        assertEquals(OptionalLong.of(9), tally.usage().contextSize());
    }

    @Test
    void aCompletedCallCountsOnce() {
        call("t", Kind.READ, Status.PENDING);
        call("t", Kind.READ, Status.COMPLETED);
        call("t", Kind.READ, Status.COMPLETED);
        assertEquals(1, facts().completedCalls());
    }

    @Test
    void aCallIsOpenFromItsAnnouncementToItsEnd() {
        assertFalse(tally.callOpen());
        call("t", Kind.READ, Status.PENDING);
        assertTrue(tally.callOpen());
        call("t", Kind.READ, Status.FAILED);
        assertFalse(tally.callOpen());
    }

    @Test
    void aCallThatWasNeverAnnouncedIsOpenOncePermitted() {
        asked("t", Kind.EXECUTE);
        assertFalse(tally.callOpen());
        answered("t", Optional.of(YES), Decider.PERSON);
        assertTrue(tally.callOpen());
        call("t", Kind.EXECUTE, Status.COMPLETED);
        assertFalse(tally.callOpen());
    }

    @Test
    void aRefusedCallIsNotOpenAlthoughTheAgentForgetsIt() {
        call("t", Kind.EXECUTE, Status.PENDING);
        asked("t", Kind.EXECUTE);
        answered("t", Optional.of(NO), Decider.PERSON);
        assertFalse(tally.callOpen());
        assertEquals(Status.REJECTED, tally.leftOpen().get(0).status());
    }

    @Test
    void aCallWhoseRequestEndedWithTheTurnIsCancelledNotRejected() {
        asked("t", Kind.EXECUTE);
        answered("t", Optional.empty(), Decider.TURN_END);
        assertEquals(Status.CANCELLED, tally.leftOpen().get(0).status());
        assertEquals(0, facts().refusals());
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"EDIT", "DELETE", "MOVE", "EXECUTE", "FETCH"})
    void aChangeWithoutAGrantIsUnapproved(Kind kind) {
        assertTrue(call("t", kind, Status.COMPLETED).isPresent());
        assertTrue(call("t", kind, Status.COMPLETED).isEmpty());
        assertEquals(1, facts().unapproved());
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"READ", "SEARCH", "THINK", "SWITCH_MODE", "OTHER"})
    void whatChangesNothingNeedsNoGrant(Kind kind) {
        call("t", kind, Status.COMPLETED);
        assertEquals(0, facts().unapproved());
    }

    @Test
    void underAutoNothingIsUnapproved() {
        tally = new TurnTally(PermissionPolicy.AUTO, new HashSet<>());
        call("t", Kind.EDIT, Status.COMPLETED);
        assertEquals(0, facts().unapproved());
    }

    @Test
    void aGrantApproves() {
        asked("t", Kind.EDIT);
        answered("t", Optional.of(YES), Decider.PERSON);
        call("t", Kind.EDIT, Status.COMPLETED);
        assertEquals(0, facts().unapproved());
    }

    @Test
    void aGrantHoldsForACallThatOutlivesItsTurn() {
        Set<String> grantedIds = new HashSet<>();
        tally = new TurnTally(PermissionPolicy.ASK, grantedIds);
        asked("t", Kind.EXECUTE);
        answered("t", Optional.of(YES), Decider.PERSON);
        tally = new TurnTally(PermissionPolicy.ASK, grantedIds);
        call("t", Kind.EXECUTE, Status.COMPLETED);
        assertEquals(0, facts().unapproved());
    }

    @Test
    void aPersonsChoiceOfAnUnknownOptionIsNoRefusal() {
        asked("t", Kind.EDIT);
        answered("t", Optional.of(OTHER), Decider.PERSON);
        call("t", Kind.EDIT, Status.COMPLETED);
        assertEquals(0, facts().unapproved());
        assertEquals(0, facts().refusals());
    }

    @Test
    void aCallThatRanAlthoughRefusedIsBoth() {
        asked("t", Kind.EDIT);
        answered("t", Optional.of(NO), Decider.POLICY);
        call("t", Kind.EDIT, Status.COMPLETED);
        assertEquals(1, facts().unapproved());
        assertEquals(1, facts().refusals());
    }

    @Test
    void inProgressWhileAskingIsNotRunning() {
        call("t", Kind.EXECUTE, Status.IN_PROGRESS);
        asked("t", Kind.EXECUTE);
        answered("t", Optional.of(NO), Decider.PERSON);
        call("t", Kind.EXECUTE, Status.FAILED);
        assertEquals(0, facts().unapproved());
    }

    @Test
    void inProgressThenFailedWithoutAskingHasRun() {
        call("t", Kind.EXECUTE, Status.IN_PROGRESS);
        call("t", Kind.EXECUTE, Status.FAILED);
        call("u", Kind.EXECUTE, Status.PENDING);
        call("u", Kind.EXECUTE, Status.FAILED);
        assertEquals(1, facts().unapproved());
    }

    @Test
    void refusalsAreCountedWhoeverRefuses() {
        asked("a", Kind.EDIT);
        answered("a", Optional.of(NO), Decider.POLICY);
        asked("b", Kind.EDIT);
        answered("b", Optional.empty(), Decider.PERSON);
        assertEquals(2, facts().refusals());
    }

    @Test
    void aQuestionInDisguiseThatNobodyAnsweredIsNoRefusal() {
        PermissionOption other = new PermissionOption("z", "Blue", PermissionOption.Kind.ALLOW_ONCE);
        tally.accept(new EntryBody.PermissionRequested(
                "p", new PermissionRequest(ToolCall.builder("t").build(), List.of(YES, other))));
        tally.accept(new EntryBody.PermissionAnswered("p", Optional.empty(), Decider.POLICY));
        assertEquals(0, facts().refusals());
        assertEquals(1, facts().unanswered());
    }

    @Test
    void questionsThatNobodyAnsweredAreCounted() {
        tally.accept(new EntryBody.QuestionAnswered("a", new Answer.Declined("nobody"), Decider.POLICY));
        tally.accept(new EntryBody.QuestionAnswered("b", new Answer.Cancelled(), Decider.TURN_END));
        tally.accept(new EntryBody.QuestionAnswered("c", new Answer.Declined("no"), Decider.PERSON));
        tally.accept(new EntryBody.QuestionAnswered("d", new Answer.Accepted(java.util.Map.of()), Decider.PRESET));
        assertEquals(2, facts().unanswered());
    }

    @Test
    void whatAnAgentThatCannotAskRefusesItselfIsDenied() {
        call("t", Kind.EXECUTE, Status.IN_PROGRESS);
        assertTrue(call("t", Kind.EXECUTE, Status.REJECTED).isEmpty());
        call("t", Kind.EXECUTE, Status.REJECTED);
        assertEquals(1, facts().refusals());
        assertEquals(0, facts().unapproved());
        asked("u", Kind.EDIT);
        answered("u", Optional.of(NO), Decider.PERSON);
        call("u", Kind.EDIT, Status.REJECTED);
        assertEquals(2, facts().refusals());
    }
}
