package dev.termal.host.permission;

import static dev.termal.host.permission.RuleFixture.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Kind;
import dev.termal.host.event.Remember;
import dev.termal.host.event.Remember.Scope;
import dev.termal.testkit.FakeClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a person has the host remember. */
@Timeout(60)
class RuleMemoryTest {
    private static final Optional<RuleDecision> ALLOW = Optional.of(RuleDecision.ALLOW);

    @TempDir
    Path temp;

    private Path work;
    private Path below;
    private Path other;
    private final FakeClock clock = new FakeClock();

    @BeforeEach
    void folders() throws IOException {
        Path real = temp.toRealPath();
        work = Files.createDirectory(real.resolve("work"));
        below = Files.createDirectory(work.resolve("below"));
        other = Files.createDirectory(real.resolve("other"));
    }

    private RuleMemory memory() {
        return new RuleMemory(temp.resolve("termal/permissions.json"), clock);
    }

    private PermissionRules rules(Path folder, PermissionRule... own) {
        return rules("sample", folder, own);
    }

    private PermissionRules rules(String agent, Path folder, PermissionRule... own) {
        return new PermissionRules(agent, folder, temp, List.of(own), List.of(), Optional.of(memory()));
    }

    private static Optional<RuleDecision> decide(PermissionRules rules, ToolCall call) {
        return rules.decide(call).map(PermissionRules.Said::decision);
    }

    private static ToolCall edit(Path path) {
        return ToolCall.builder("t")
                .kind(Kind.EDIT)
                .tool("write")
                .locations(List.of(new ToolCall.Location(path, OptionalInt.empty())))
                .build();
    }

    @Test
    void anAnswerIsKeptWhereItWasMeantFor() {
        PermissionRules here = rules(work);
        here.remember(run("make a"), RuleDecision.ALLOW, Remember.in(Scope.SESSION));
        here.remember(run("make b"), RuleDecision.ALLOW, Remember.in(Scope.FOLDER));
        here.remember(run("make c"), RuleDecision.DENY, Remember.in(Scope.ALWAYS));
        for (String command : List.of("make a", "make b")) {
            assertEquals(ALLOW, decide(here, run(command)));
        }
        assertEquals(Optional.empty(), decide(rules(work), run("make a")), "another session");
        assertEquals(ALLOW, decide(rules(below), run("make b")));
        assertEquals(Optional.empty(), decide(rules(other), run("make b")));
        assertEquals(Optional.of(RuleDecision.DENY), decide(rules(other), run("make c")));
        assertEquals(Optional.empty(), decide(rules("another", other), run("make c")));
    }

    @Test
    void exactlyThatCommandAndThatFileAreKept() throws IOException {
        PermissionRules rules = rules(work);
        rules.remember(run("rm *"), RuleDecision.ALLOW, Remember.in(Scope.ALWAYS));
        assertEquals(ALLOW, decide(rules, run("rm  '*'")));
        assertEquals(Optional.empty(), decide(rules, run("rm x")));
        rules.remember(edit(work.resolve("a")), RuleDecision.ALLOW, Remember.in(Scope.ALWAYS));
        assertEquals(ALLOW, decide(rules, edit(work.resolve("below/../a"))));
        assertEquals(Optional.empty(), decide(rules, edit(work.resolve("b"))));
        Files.createSymbolicLink(work.resolve("a"), other.resolve("x"));
        assertEquals(Optional.empty(), decide(rules, edit(work.resolve("a"))), "it leads elsewhere now");
        Files.createFile(other.resolve("x"));
        assertEquals(Optional.empty(), decide(rules, edit(work.resolve("a"))), "and there is something now");
    }

    @Test
    void whatIsNotKnownWellEnoughIsNotKept() {
        PermissionRules rules = rules(work);
        List<ToolCall> calls = List.of(
                run("make && rm x"),
                ToolCall.builder("t").kind(Kind.EXECUTE).tool("shell").build(),
                ToolCall.builder("t").kind(Kind.EDIT).tool("write").build(),
                edit(work.resolve("a*")),
                ToolCall.builder("t").kind(Kind.FETCH).build());
        for (ToolCall call : calls) {
            assertEquals(Optional.empty(), rules.rememberable(call), call.toString());
            assertThrows(
                    IllegalArgumentException.class,
                    () -> rules.remember(call, RuleDecision.ALLOW, Remember.in(Scope.ALWAYS)));
        }
        assertEquals(
                Optional.of("agent sample, kind other, tool s/t"),
                rules.rememberable(
                        ToolCall.builder("t").tool("t").mcpServer("s").build()));
    }

    @Test
    void anAnswerExpires() {
        PermissionRules rules = rules(work);
        rules.remember(run("make"), RuleDecision.ALLOW, new Remember(Scope.ALWAYS, Optional.of(Duration.ofHours(1))));
        rules.remember(run("test"), RuleDecision.ALLOW, new Remember(Scope.SESSION, Optional.of(Duration.ofHours(1))));
        clock.advance(Duration.ofMinutes(59));
        assertEquals(ALLOW, decide(rules, run("make")));
        assertEquals(ALLOW, decide(rules, run("test")));
        clock.advance(Duration.ofMinutes(2));
        assertEquals(Optional.empty(), decide(rules, run("make")));
        assertEquals(Optional.empty(), decide(rules, run("test")));
        assertEquals(List.of(), memory().all());
    }

    @Test
    void theLastAnswerCounts() {
        PermissionRules rules = rules(work);
        rules.remember(run("make"), RuleDecision.DENY, Remember.in(Scope.ALWAYS));
        rules.remember(run("make"), RuleDecision.ALLOW, Remember.in(Scope.ALWAYS));
        assertEquals(ALLOW, decide(rules, run("make")));
        assertEquals(1, memory().all().size());
    }

    @Test
    void whatTheConfigDeniesNothingRememberedAllows() {
        PermissionRule deny = RuleFixture.rule(RuleDecision.DENY, "make *");
        rules(work).remember(run("make a"), RuleDecision.ALLOW, Remember.in(Scope.ALWAYS));
        assertEquals(Optional.of(RuleDecision.DENY), decide(rules(work, deny), run("make a")));
        PermissionRule ask = RuleFixture.rule(RuleDecision.ASK, "make *");
        assertEquals(ALLOW, decide(rules(work, ask), run("make a")));
    }

    @Test
    void revokedRulesDoNotCount() {
        PermissionRules rules = rules(work);
        String id = rules.remember(run("make"), RuleDecision.ALLOW, Remember.in(Scope.ALWAYS))
                .id();
        assertEquals(1, memory().revoke(Set.of(id, "unknown")).size());
        assertEquals(Optional.empty(), decide(rules, run("make")));
        assertEquals(List.of(), memory().revoke(Set.of(id)));
    }

    @Test
    void theFileIsForItsOwnerAloneAndABrokenOneAsks() throws IOException {
        rules(work).remember(run("make"), RuleDecision.ALLOW, Remember.in(Scope.FOLDER));
        Path file = memory().file();
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        for (String broken : List.of(
                "{",
                "{\"rules\":[{\"id\":\"x\"}]}",
                Files.readString(file).replace("allow", "permit"),
                Files.readString(file).replace("execute", "no-such-kind"),
                Files.readString(file).replace("\"rules\"", "\"rule\""),
                Files.readString(file).replace("\"command\"", "\"comand\""),
                Files.readString(file).replaceAll("\\[ *\"make\" *]", "\"make\""),
                Files.readString(file).replaceAll("\\[ *\"make\" *]", "[]"),
                Files.readString(file).replace("\"folder\",", "\"always\","),
                Files.readString(file).replace("T", "~"))) {
            Files.writeString(file, broken);
            AgentException failure = assertThrows(AgentException.class, () -> memory().all(), broken);
            assertTrue(failure.getMessage().contains(file.toString()), failure.getMessage());
            assertEquals(Optional.of(RuleDecision.ASK), decide(rules(work), run("make")));
        }
        Files.delete(file);
        assertEquals(Optional.empty(), decide(rules(work), run("make")));
    }

    @Test
    void severalHostsLoseNothing() throws Exception {
        int writers = 8;
        ExecutorService pool = Executors.newFixedThreadPool(writers);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                String command = "make " + i;
                done.add(pool.submit(() -> {
                    start.await();
                    return rules(work).remember(run(command), RuleDecision.ALLOW, Remember.in(Scope.ALWAYS));
                }));
            }
            start.countDown();
            for (Future<?> each : done) {
                each.get(60, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
        assertEquals(writers, memory().all().size());
    }

    @Test
    void aLifetimeIsPositive() {
        assertThrows(IllegalArgumentException.class, () -> new Remember(Scope.ALWAYS, Optional.of(Duration.ZERO)));
        assertFalse(Remember.in(Scope.ALWAYS).lifetime().isPresent());
    }
}
