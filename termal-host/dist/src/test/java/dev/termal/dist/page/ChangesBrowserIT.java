package dev.termal.dist.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.termal.dist.page.ServedPage.sayAndWait;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.termal.dist.packaged.ScriptedAcp;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** What an agent does to files, each kind of change: edited, new, deleted, renamed, binary, large, untold. */
@Timeout(180)
class ChangesBrowserIT extends BrowserStage {
    private static final String POEM = "one\ntwo\nthree\nfour\nfive\n";

    @TempDir
    Path scripts;

    private static Map<String, Object> diff(String path, String oldText, String newText) {
        Map<String, Object> diff = new LinkedHashMap<>(Map.of("type", "diff", "path", served.cwd() + "/" + path));
        if (!oldText.isEmpty()) {
            diff.put("oldText", oldText);
        }
        if (!newText.isEmpty()) {
            diff.put("newText", newText);
        }
        return diff;
    }

    private static String edits(String id, List<Map<String, Object>> diffs) {
        return ScriptedAcp.update(JsonMapper.shared()
                .writeValueAsString(Map.of(
                        "sessionUpdate",
                        "tool_call",
                        "toolCallId",
                        id,
                        "title",
                        "Edit " + id,
                        "kind",
                        "edit",
                        "status",
                        "completed",
                        "content",
                        diffs)));
    }

    private static String numbered(String word, int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append(word).append(' ').append(i).append('\n');
        }
        return text.toString();
    }

    private String agent() throws Exception {
        List<Map<String, Object>> some = new ArrayList<>();
        some.add(diff("edited.txt", POEM, POEM.replace("three", "drei")));
        some.add(diff("new.txt", "", "fresh\n"));
        some.add(diff("deleted.txt", "quite\nanother\nthing\n", ""));
        some.add(diff("poem.txt", POEM, ""));
        some.add(diff("verse.txt", "", POEM + "six\n"));
        some.add(diff("picture.bin", "\0\1\2", "\0\1\2\3\4"));
        some.add(diff("untold.txt", "", ""));
        return ScriptedAcp.command(
                ScriptedAcp.untilPrompt()
                        .send(edits("files", some))
                        .send(edits(
                                "large",
                                List.of(diff("large.txt", numbered("line", 20_000), numbered("Line", 20_000)))))
                        .send(ScriptedAcp.says("All is changed."))
                        .send(ScriptedAcp.endsTurn()),
                scripts);
    }

    private static Locator diff(Page page, String path) {
        return page.locator(".diff", new Page.LocatorOptions().setHasText(path)).first();
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void eachKindOfChangeIsShown(ColorScheme scheme) throws Exception {
        served.define("editor", agent());
        String look = "-" + scheme.name().toLowerCase(Locale.ROOT);
        try (BrowserContext person = chromium.person(scheme)) {
            Page page = served.open(person);
            served.begin(page, "editor");
            sayAndWait(page, "change all");
            assertThat(diff(page, "edited.txt").locator(".what")).hasText("Edit");
            assertThat(diff(page, "new.txt").locator(".what")).hasText("New file");
            assertThat(diff(page, "deleted.txt").locator(".what")).hasText("Deleted");
            Locator renamed = diff(page, "verse.txt");
            assertThat(renamed.locator(".what")).hasText("Renamed");
            assertThat(renamed.locator("code")).hasText("poem.txt → verse.txt");
            assertThat(renamed.locator(".added")).hasCount(1);
            assertThat(diff(page, "picture.bin")).containsText("Binary, 3 bytes → 5 bytes.");
            assertThat(diff(page, "untold.txt")).containsText("does not tell");
            Locator large = diff(page, "large.txt");
            assertThat(large).containsText("Large, ");
            assertThat(large.locator(".diff-rows")).hasCount(0);
            large.locator("button").click();
            assertThat(large.locator(".row")).hasCount(14);
            assertThat(page.locator(".end .files li")).hasCount(7);
            assertThat(page.locator(".end .files li [data-change=R] ~ code")).hasText("poem.txt → verse.txt");
            renamed.locator("button", new Locator.LocatorOptions().setHasText("Side by side"))
                    .click();
            assertThat(renamed.locator(".diff-rows.sides")).hasCount(1);
            assertEquals(List.of(), Chromium.barriers(page));
            page.setViewportSize(1280, 1900);
            Chromium.screenshot(page, "changes" + look);
            page.setViewportSize(400, 1900);
            assertEquals(false, page.evaluate("() => document.documentElement.scrollWidth > innerWidth"));
            Chromium.screenshot(page, "changes-narrow" + look);
        }
    }
}
