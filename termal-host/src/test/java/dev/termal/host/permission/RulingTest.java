package dev.termal.host.permission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionOption.Kind;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody.Decider;
import dev.termal.host.permission.Ruling.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RulingTest {
    private static final Set<ToolCall.Kind> HARMLESS =
            EnumSet.of(ToolCall.Kind.READ, ToolCall.Kind.SEARCH, ToolCall.Kind.THINK);

    /** Options whose ids say the opposite of their kinds: an id must not matter. */
    private static PermissionRequest request(ToolCall.Kind tool, Kind... kinds) {
        List<PermissionOption> options = new ArrayList<>();
        for (Kind kind : kinds) {
            String misleading = kind.allows() ? "deny" : "allow";
            options.add(new PermissionOption(misleading + options.size(), misleading, kind));
        }
        return new PermissionRequest(ToolCall.builder("t").kind(tool).build(), options);
    }

    private static Optional<Kind> chosen(Ruling ruling) {
        return ruling.option().map(PermissionOption::kind);
    }

    @Test
    @Tag("R-AG-69")
    @Tag("PF-51")
    void autoAllowsOnce() {
        Ruling ruling = Ruling.of(
                PermissionPolicy.AUTO,
                request(ToolCall.Kind.EXECUTE, Kind.REJECT_ONCE, Kind.ALLOW_ALWAYS, Kind.ALLOW_ONCE));
        assertEquals(Verdict.ALLOW, ruling.verdict());
        assertEquals(Optional.of(Kind.ALLOW_ONCE), chosen(ruling));
    }

    @Test
    void autoLeavesAnAlwaysToAPerson() {
        Ruling ruling =
                Ruling.of(PermissionPolicy.AUTO, request(ToolCall.Kind.EXECUTE, Kind.ALLOW_ALWAYS, Kind.REJECT_ONCE));
        assertEquals(Verdict.PERSON, ruling.verdict());
        assertEquals(Optional.of(Kind.REJECT_ONCE), chosen(ruling));
    }

    @Test
    @Tag("R-AG-71")
    @Tag("PF-52")
    void denyRejectsOnceAndElseChoosesNothing() {
        assertEquals(
                Optional.of(Kind.REJECT_ONCE),
                chosen(Ruling.of(
                        PermissionPolicy.DENY,
                        request(ToolCall.Kind.READ, Kind.ALLOW_ONCE, Kind.REJECT_ALWAYS, Kind.REJECT_ONCE))));
        Ruling onlyAlways =
                Ruling.of(PermissionPolicy.DENY, request(ToolCall.Kind.READ, Kind.ALLOW_ONCE, Kind.REJECT_ALWAYS));
        assertEquals(new Ruling(Verdict.REJECT, Optional.empty(), Decider.POLICY), onlyAlways);
    }

    @Test
    @Tag("R-AG-72")
    @Tag("PF-53")
    @Tag("PERM-02")
    void noOptionsMeanThatNothingIsChosen() {
        for (PermissionPolicy policy : PermissionPolicy.values()) {
            assertEquals(Optional.empty(), chosen(Ruling.of(policy, request(ToolCall.Kind.READ))));
        }
    }

    @Test
    void aChoiceOfAnswersIsAQuestion() {
        assertTrue(Ruling.isQuestion(request(ToolCall.Kind.OTHER, Kind.ALLOW_ONCE, Kind.ALLOW_ONCE, Kind.REJECT_ONCE)));
        assertTrue(Ruling.isQuestion(request(ToolCall.Kind.OTHER, Kind.OTHER, Kind.OTHER)));
        assertTrue(Ruling.isQuestion(request(ToolCall.Kind.OTHER, Kind.ALLOW_ONCE, Kind.OTHER)));
    }

    @Test
    void yesAndNoIsNoQuestionHoweverManyKindsOfYesThereAre() {
        assertFalse(Ruling.isQuestion(request(ToolCall.Kind.OTHER, Kind.ALLOW_ONCE, Kind.REJECT_ONCE)));
        assertFalse(Ruling.isQuestion(
                request(ToolCall.Kind.OTHER, Kind.ALLOW_ALWAYS, Kind.ALLOW_ALWAYS, Kind.ALLOW_ONCE, Kind.REJECT_ONCE)));
        assertFalse(Ruling.isQuestion(request(ToolCall.Kind.EXECUTE, Kind.ALLOW_ONCE, Kind.ALLOW_ONCE)));
    }

    @Test
    @Tag("R-AG-73")
    @Tag("PERM-08")
    void aQuestionIsForAPersonUnderEveryPolicy() {
        for (PermissionPolicy policy : PermissionPolicy.values()) {
            assertEquals(
                    Verdict.PERSON,
                    Ruling.of(policy, request(ToolCall.Kind.OTHER, Kind.ALLOW_ONCE, Kind.ALLOW_ONCE))
                            .verdict());
        }
    }

    @Property
    void noPolicyEverChoosesAnAlwaysOrAnUnknownOption(
            @ForAll PermissionPolicy policy, @ForAll ToolCall.Kind tool, @ForAll @Size(max = 5) List<Kind> kinds) {
        Ruling ruling = Ruling.of(policy, request(tool, kinds.toArray(Kind[]::new)));
        Set<Kind> allowed =
                ruling.verdict() == Verdict.ALLOW ? EnumSet.of(Kind.ALLOW_ONCE) : EnumSet.of(Kind.REJECT_ONCE);
        assertTrue(chosen(ruling).map(allowed::contains).orElse(ruling.verdict() != Verdict.ALLOW));
    }

    @Property
    void onlyAutoAndReadOnlyAllowAnything(
            @ForAll PermissionPolicy policy, @ForAll ToolCall.Kind tool, @ForAll @Size(max = 5) List<Kind> kinds) {
        if (Ruling.of(policy, request(tool, kinds.toArray(Kind[]::new))).verdict() == Verdict.ALLOW) {
            assertTrue(policy == PermissionPolicy.AUTO
                    || (policy == PermissionPolicy.READ_ONLY && HARMLESS.contains(tool)));
        }
    }
}
