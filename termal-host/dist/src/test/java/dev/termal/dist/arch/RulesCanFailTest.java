package dev.termal.dist.arch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.FailureReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule is shown classes under {@code broken} that break it: a rule that matches nothing would pass for ever. */
class RulesCanFailTest {

    private static final String BROKEN = "dev.termal.dist.arch.broken";
    private static final Rules RULES = new Rules(BROKEN);
    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages(BROKEN);

    @Test
    void hostThatKnowsAnEngine() {
        assertFinds(RULES.hostKnowsNoEngineAndNoAgent(), "HostUsesEngine", "HostUsesAgent");
    }

    @Test
    void apiThatKnowsALibrary() {
        assertFinds(RULES.apiKnowsJavaAlone(), "ApiUsesLibrary");
    }

    @Test
    void testkitThatKnowsAnEngine() {
        assertFinds(RULES.testkitKnowsTheApiAlone(), "KitUsesEngine");
    }

    @Test
    void pluginThatKnowsAnotherOrTheHost() {
        assertFinds(RULES.pluginsKnowTheApiAlone(), "EngineUsesEngine", "EngineUsesHost");
    }

    @Test
    void pluginThatStartsAProcess() {
        assertFinds(RULES.pluginsStartNoProcess(), "Starts.builder()", "Starts.exec()");
    }

    @Test
    void profileThatOpensASocket() {
        assertFinds(RULES.profilesOpenNoSocket(), "Opens.socket()", "Opens.http()", "Opens.url(");
    }

    @Test
    void profileThatWritesAFile() {
        assertFinds(
                RULES.profilesWriteNoFile(),
                "Writes.files(",
                "Writes.stream()",
                "Writes.file(",
                "Writes.writer()",
                "Writes.channel(");
    }

    @Test
    void libraryThatEndsTheJvm() {
        assertFinds(RULES.onlyProgramsEndTheJvm(), "Ends.exit()", "Ends.halt()");
    }

    @Test
    void stateThatAllShare() {
        assertFinds(RULES.nothingThatChangesIsStatic(), "Ends.shared");
    }

    @Test
    void packagesInACycle() {
        assertFinds(RULES.noCyclesIn("host"), "Cycle detected");
    }

    @Test
    void whatIsAllowedIsNotReported() {
        for (ArchRule rule : List.of(RULES.profilesWriteNoFile(), RULES.profilesOpenNoSocket())) {
            String report = String.join("\n", failures(rule).getDetails());
            assertTrue(!report.contains("Harmless"), report);
        }
        assertEquals(List.of(), failures(RULES.noCyclesIn("agent.toy")).getDetails());
    }

    private static void assertFinds(ArchRule rule, String... culprits) {
        String report = String.join("\n", failures(rule).getDetails());
        for (String culprit : culprits) {
            assertTrue(report.contains(culprit), () -> culprit + " is not in:\n" + report);
        }
    }

    private static FailureReport failures(ArchRule rule) {
        return rule.evaluate(CLASSES).getFailureReport();
    }
}
