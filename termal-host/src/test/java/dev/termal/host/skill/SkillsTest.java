package dev.termal.host.skill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.ContentBlock;
import dev.termal.api.RawJson;
import dev.termal.api.spi.HostTool;
import dev.termal.host.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SkillsTest {
    @TempDir
    private Path home;

    @TempDir
    private Path project;

    private List<String> names() {
        return new Skills(List.of(home, project))
                .found().stream().map(Skill::name).toList();
    }

    private static Path skill(Path in, String folder, String text) throws IOException {
        Path skill = Files.createDirectory(in.resolve(folder));
        Files.writeString(skill.resolve("SKILL.md"), text);
        return skill;
    }

    private HostTool tool() {
        return new Skills(List.of(home, project)).tools().get(0);
    }

    private static HostTool.Result call(HostTool tool, String name) {
        return tool.call(new RawJson("{\"name\":\"" + name + "\"}"), null)
                .toCompletableFuture()
                .join();
    }

    private static String text(HostTool.Result result) {
        return ((ContentBlock.Text) result.content().get(0)).text();
    }

    @Test
    @Tag("R-AG-145")
    void oneThatIsCalledGivesAllOfItsFileAndWhereItIs() throws IOException {
        String file = "---\nname: release\ndescription: >-\n  How we\n  release\n---\n# Release\nTag it.\n";
        Path folder = skill(home, "rel", file);

        HostTool tool = tool();
        assertEquals("activate_skill", tool.name());
        assertTrue(tool.description().endsWith("- release: How we release"), tool.description());
        assertEquals(
                "release",
                Json.parse(tool.schema()).at("/properties/name/enum/0").stringValue());
        HostTool.Result result = call(tool, "release");
        assertFalse(result.isError());
        assertEquals(file.strip() + "\n\nThe files of this skill are in " + folder + ".", text(result));
    }

    @Test
    void anAgentThatReadsFilesItselfIsToldWhichAndWhere() throws IOException {
        Skills skills = new Skills(List.of(home, project));
        assertEquals(Optional.empty(), skills.catalogue());

        Path one = skill(home, "rel", "---\nname: release\ndescription: How we release\n---\nTag it.");
        Path two = skill(project, "plain", "words");
        String told = skills.catalogue().orElseThrow();
        assertTrue(
                told.endsWith(":\n- release: How we release (" + one.resolve("SKILL.md") + ")\n- plain ("
                        + two.resolve("SKILL.md") + ")"),
                told);
        assertFalse(told.startsWith("/"));
    }

    @Test
    void theListIsBounded() throws IOException {
        for (int i = 0; i < 100; i++) {
            skill(home, "s" + i, "---\nname: " + "n".repeat(90) + i + "\ndescription: " + "d".repeat(200) + "\n---");
        }
        String told = new Skills(List.of(home)).catalogue().orElseThrow();
        assertTrue(told.length() < Skills.MAX_CATALOGUE + 50, told);
        assertTrue(told.matches("(?s).*\\[\\d+ more left out]"), told);
    }

    @Test
    @Tag("R-AG-145")
    void oneThatIsNotThereIsAnErrorThatNamesThoseThatAre() throws IOException {
        skill(home, "one", "words");

        HostTool.Result result = call(tool(), "two");
        assertTrue(result.isError());
        assertEquals("There is no skill \"two\". Skills: one", text(result));
    }

    @Test
    @Tag("R-AG-145")
    void ofOneNameTheFirstCounts() throws IOException {
        skill(home, "b", "---\nname: same\n---\nof the home");
        skill(project, "a", "---\nname: same\n---\nof the project");
        skill(project, "c", "no front matter");

        assertEquals(List.of("same", "c"), names());
        assertTrue(text(call(tool(), "same")).contains("of the home"));
    }

    @Test
    void whatIsNoYamlOrNoTextIsNamedByItsFolder() throws IOException {
        skill(home, "a", "---\n\t{[:\n---\nx");
        skill(home, "b", "---\nname: [1, 2]\ndescription: 7\n---\nx");
        skill(home, "c", "---\nname: never ended\n");
        Files.createDirectory(home.resolve("empty"));
        Files.writeString(home.resolve("file"), "no folder");

        assertEquals(List.of("a", "b", "c"), names());
    }

    @Test
    void aLongDescriptionIsCutAndStandsOnOneLine() throws IOException {
        skill(home, "a", "---\ndescription: \"" + "😀 ".repeat(300) + "\"\n---\n");

        String line = tool().description().lines().skip(1).findFirst().orElseThrow();
        assertEquals(160, line.codePointCount("- a: ".length(), line.length()));
        assertTrue(line.endsWith("…"), line);
    }

    @Test
    void oneThatIsTooLongIsNone() throws IOException {
        skill(home, "a", "x".repeat(1024 * 1024 + 1));

        assertEquals(List.of(), new Skills(List.of(home)).tools());
    }

    @Test
    void oneThatHasGoneIsAnError() throws IOException {
        Path folder = skill(home, "a", "x");
        HostTool tool = tool();
        Files.delete(folder.resolve("SKILL.md"));

        assertTrue(call(tool, "a").isError());
    }

    @Test
    void thereAreBounds() throws IOException {
        for (int i = 0; i <= Skills.MAX; i++) {
            skill(home, "s" + i, "x");
        }
        assertEquals(Skills.MAX, names().size());
    }
}
