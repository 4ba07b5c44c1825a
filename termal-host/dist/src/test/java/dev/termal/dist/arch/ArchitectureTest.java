package dev.termal.dist.arch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The product's own classes against {@link Rules}. */
class ArchitectureTest {

    private static final Rules RULES = new Rules("dev.termal");
    private static JavaClasses classes;

    @BeforeAll
    static void readClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.termal");
    }

    /** The rules are content with nothing: this is not. */
    @ParameterizedTest
    @ValueSource(strings = {"api", "testkit", "engine.acp", "agent.gemini", "agent.cursor", "host"})
    void theModuleIsAmongTheClasses(String module) {
        assertTrue(classes.stream().anyMatch(c -> c.getPackageName().startsWith("dev.termal." + module)));
    }

    @Test
    void hostKnowsNoEngineAndNoAgent() {
        RULES.hostKnowsNoEngineAndNoAgent().check(classes);
    }

    @Test
    void apiKnowsJavaAlone() {
        RULES.apiKnowsJavaAlone().check(classes);
    }

    @Test
    void testkitKnowsTheApiAlone() {
        RULES.testkitKnowsTheApiAlone().check(classes);
    }

    @Test
    @Tag("R-AG-10")
    void pluginsKnowTheApiAlone() {
        RULES.pluginsKnowTheApiAlone().check(classes);
    }

    @Test
    void pluginsStartNoProcess() {
        RULES.pluginsStartNoProcess().check(classes);
    }

    @Test
    void profilesOpenNoSocket() {
        RULES.profilesOpenNoSocket().check(classes);
    }

    @Test
    void profilesWriteNoFile() {
        RULES.profilesWriteNoFile().check(classes);
    }

    @Test
    void onlyProgramsEndTheJvm() {
        RULES.onlyProgramsEndTheJvm().check(classes);
    }

    @Test
    void nothingThatChangesIsStatic() {
        RULES.nothingThatChangesIsStatic().check(classes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api",
                "testkit",
                "engine.acp",
                "engine.streamjson",
                "agent.gemini",
                "agent.antigravity",
                "agent.cursor",
                "host"
            })
    void packagesOfAModuleHaveNoCycles(String module) {
        RULES.noCyclesIn(module).check(classes);
    }
}
