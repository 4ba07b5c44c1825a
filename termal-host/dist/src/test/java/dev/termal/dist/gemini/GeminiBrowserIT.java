package dev.termal.dist.gemini;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.termal.dist.page.ServedPage.say;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.termal.dist.page.Chromium;
import dev.termal.dist.page.ServedPage;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The page with the published Gemini CLI, which talks to a model on loopback, as a person sees it in a browser. */
class GeminiBrowserIT extends GeminiStage {
    GeminiBrowserIT() {
        super("acp");
    }

    @Test
    void aChangeIsApprovedWithItsDiffInViewAndACommandIsCancelled() throws Exception {
        try (Chromium chromium = Chromium.start();
                ServedPage served = new ServedPage(host);
                BrowserContext person = chromium.person()) {
            Page page = served.open(person);
            served.begin(page, "gemini");
            say(page, "WRITE a.txt|new text\nTEXT written");
            Locator asks = page.locator(".permission:not(.over)");
            asks.waitFor();
            assertThat(asks.locator(".diff .added")).containsText("new text");
            assertFalse(Files.exists(workspace.resolve("a.txt")), "nothing is done before it is allowed");
            Chromium.screenshot(page, "gemini-permission");
            asks.locator("button[data-kind=allow_once]").click();
            page.locator(".end").first().waitFor();
            assertEquals("new text", Files.readString(workspace.resolve("a.txt")));
            assertThat(page.locator(".message").last()).containsText("written");
            assertThat(page.locator(".end .files li")).containsText("a.txt");

            say(page, "SHELL touch begun; sleep 1000");
            page.locator(".permission:not(.over) button[data-kind=allow_once]").click();
            assertThat(page.locator(".tool .status").last()).hasText("running");
            Chromium.screenshot(page, "gemini-running");
            page.locator("#stop").click();
            assertThat(page.locator(".end").nth(1)).containsText("Cancelled");
            say(page, "TEXT again");
            assertThat(page.locator(".message").last()).containsText("again");
        }
    }
}
