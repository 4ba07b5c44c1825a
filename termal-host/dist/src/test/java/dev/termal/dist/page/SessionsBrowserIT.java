package dev.termal.dist.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.termal.dist.page.ServedPage.say;
import static dev.termal.dist.page.ServedPage.sayAndWait;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is let in, which sessions there are, and what becomes of them when a tab or the server goes. */
@Timeout(180)
class SessionsBrowserIT extends BrowserStage {
    @Test
    void theTokenIsAskedForAndIsNotLeftInTheAddress() {
        try (BrowserContext person = chromium.person()) {
            Page page = person.newPage();
            page.navigate(served.origin());
            page.locator("#token").waitFor();
            assertEquals(List.of(), Chromium.barriers(page));
            Chromium.screenshot(page, "sign-in");
            page.locator("#token").fill("no such token");
            page.locator("button[type=submit]").click();
            assertThat(page.locator(".problem")).containsText("does not know this token");
            page.locator("#token").fill(served.address());
            page.locator("button[type=submit]").click();
            page.locator("nav.sessions").waitFor();
            page.navigate(served.address());
            page.waitForURL(served.origin() + "/#/");
            assertFalse(page.url().contains("token"));
        }
    }

    @Test
    void aSessionIsBegunNamedFoundExportedAndRemoved() throws Exception {
        try (BrowserContext person = chromium.person()) {
            Page page = served.open(person);
            page.keyboard().press("n");
            page.locator(".readiness").waitFor();
            page.locator("#agent").selectOption("demo");
            assertThat(page.locator(".readiness")).containsText("Ready");
            page.locator("#cwd").fill("/no/such/folder");
            page.locator("dialog button[type=submit]").click();
            assertThat(page.locator("dialog .problem")).containsText("Folder");
            assertEquals(List.of(), Chromium.barriers(page));
            Chromium.screenshot(page, "new-session");
            page.locator("#cwd").fill(served.cwd().toString());
            page.locator("dialog button[type=submit]").click();
            page.locator("#prompt").waitFor();
            sayAndWait(page, "an albatross over the sea");

            page.locator(".menu summary").click();
            page.locator(".menu button").first().click();
            page.locator("#new-name").fill("birds");
            page.locator("dialog button[type=submit]").click();
            assertThat(page.locator("h2[title]")).hasText("birds");
            Locator row = page.locator(".rows li", new Page.LocatorOptions().setHasText("birds"));
            assertThat(row.locator(".state")).hasText("done");

            page.locator("#search").fill("albatross");
            page.locator(".hits li").first().waitFor();
            Chromium.screenshot(page, "search");
            page.locator(".hits li a").first().click();
            page.locator(".card-place.hit").waitFor();
            page.locator("#search").press("Escape");

            page.locator(".menu summary").click();
            Download download = page.waitForDownload(
                    () -> page.locator(".menu button", new Page.LocatorOptions().setHasText("Markdown"))
                            .click());
            assertEquals("birds.md", download.suggestedFilename());
            assertTrue(Files.readString(download.path()).contains("albatross"));

            page.locator(".menu summary").click();
            page.locator(".menu button.danger").click();
            page.locator("dialog button.danger").click();
            assertThat(row).hasCount(0);
        }
    }

    @Test
    void twoTabsShowTheSame() {
        try (BrowserContext person = chromium.person(ColorScheme.DARK)) {
            Page first = served.openNew(person);
            Page second = served.open(person);
            second.navigate(first.url());
            second.locator("#prompt").waitFor();
            say(first, "permission");
            second.locator(".permission:not(.over) button", new Page.LocatorOptions().setHasText("Allow"))
                    .first()
                    .click();
            assertThat(first.locator(".decision")).hasText("Decision: Allow");
            first.locator(".end").waitFor();
            second.locator(".end").waitFor();

            served.begin(second); // looks at another session now
            sayAndWait(first, "news for the other");
            second.locator(".filters button", new Page.LocatorOptions().setHasText("Done"))
                    .click();
            assertThat(second.locator(".rows li .state").first()).hasText("done");
            assertEquals(List.of(), Chromium.barriers(second));
            Chromium.screenshot(second, "list-dark");
        }
    }

    @Test
    void theServerGoesAndComesBack() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.openNew(person);
            sayAndWait(page, "before the end");
            say(page, "permission");
            page.locator(".permission:not(.over)").waitFor();
            served.kill();
            page.locator(".offline").first().waitFor();
            Chromium.screenshot(page, "offline");
            served.restart();
            assertThat(page.locator(".permission .decision")).containsText("Expired");
            assertThat(page.locator(".permission .options button").first()).isDisabled();
            sayAndWait(page, "after the start");
            assertThat(page.locator(".prompt .said"))
                    .hasText(new String[] {"before the end", "permission", "after the start"});
        }
    }

    @Test
    void theKeysAreShownAndABarrierWouldBeFound() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.open(person);
            page.keyboard().press("?");
            page.locator(".keys").waitFor();
            Chromium.screenshot(page, "keys");
            page.keyboard().press("Escape");
            assertThat(page.locator("dialog")).hasCount(0);
            page.keyboard().press("/");
            assertThat(page.locator("#search")).isFocused();
            page.evaluate("() => document.querySelector('main').append(new Image(5, 5))");
            assertTrue(Chromium.barriers(page).stream().anyMatch(barrier -> barrier.startsWith("image-alt")));
        }
    }
}
