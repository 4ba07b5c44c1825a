package dev.termal.dist.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.termal.dist.page.ServedPage.say;
import static dev.termal.dist.page.ServedPage.sayAndWait;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A conversation with the demo agent in a browser: each card, what waits, what is chosen. */
@Timeout(180)
class ConversationBrowserIT extends BrowserStage {
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mO4oKCAFTEMLQkAvk5EAYUHFA8AAAAASUVORK5CYII=";

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void allCardsOfATurnAreShownAndAnswered(ColorScheme scheme) {
        String look = "-" + scheme.name().toLowerCase(java.util.Locale.ROOT);
        try (BrowserContext person = chromium.person(scheme)) {
            Page page = served.openNew(person);
            say(page, "plan tool diff permission question image");

            Locator asks = page.locator(".permission:not(.over)");
            asks.waitFor();
            assertThat(asks.locator(".options button")).hasText(new String[] {
                "Allow", "Always allow in this session", "Reject", "Always reject in this session"
            });
            assertThat(page.locator(".live-turn")).containsText("waits for your answer");
            assertThat(page.locator(".plan li")).hasCount(3);
            assertThat(asks.locator(".diff .added")).hasCount(2);
            assertEquals(List.of(), Chromium.barriers(page));
            Chromium.screenshot(page, "permission" + look);
            asks.locator("text=Allow").first().click();

            Locator answered = page.locator(".permission.over").first();
            assertThat(answered.locator(".decision")).hasText("Decision: Allow");
            for (Locator button : answered.locator(".options button").all()) {
                assertThat(button).isDisabled();
            }
            page.locator(".permission:not(.over)").waitFor();
            page.keyboard().press("Escape");
            page.keyboard().press("a"); // to what is asked
            page.keyboard().press("3"); // the third answer
            assertThat(page.locator(".permission .decision").nth(1)).hasText("Decision: Reject");
            assertThat(page.locator(".tool .status").last()).hasText("rejected");

            Locator question = page.locator(".question:not(.over)");
            question.waitFor();
            assertEquals(List.of(), Chromium.barriers(page));
            Chromium.screenshot(page, "question" + look);
            question.getByLabel("Name").fill("Ada");
            question.getByLabel("Make it blue").check();
            question.getByLabel("Copies").fill("3");
            question.getByLabel("Sure?").uncheck();
            question.locator("button[type=submit]").click();

            page.locator(".end").waitFor();
            assertThat(page.locator(".message").filter(new Locator.FilterOptions().setHasText("You answered:")))
                    .containsText("{\"name\":\"Ada\",\"colour\":\"blue\",\"copies\":3,\"sure\":false}");
            assertThat(page.locator(".question dl")).containsText("Ada");
            assertThat(page.locator("img.picture")).isVisible();
            assertThat(page.locator(".end .files li")).containsText("demo.txt");
            assertThat(page.locator(".gauge")).containsText("of context");
            page.locator(".tool-head").first().click();
            assertThat(page.locator(".tool-more .panel").first()).isVisible();
            page.locator(".diff button", new Page.LocatorOptions().setHasText("Side by side"))
                    .first()
                    .click();
            assertThat(page.locator(".diff-rows.sides")).hasCount(1);
            assertEquals(List.of(), Chromium.barriers(page));
            Chromium.screenshot(page, "end-of-turn" + look);
        }
    }

    @Test
    void promptsWaitAndAreTakenBackAndTheTurnIsStopped() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.openNew(person);
            say(page, "slow:60000");
            page.locator("#stop").waitFor();
            say(page, "the first that waits");
            page.locator(".waiting").waitFor();
            say(page, "the second that waits");
            assertThat(page.locator(".waiting")).hasCount(2);
            page.locator(".waiting button").first().click();
            assertThat(page.locator(".waiting")).hasCount(1);
            Chromium.screenshot(page, "queue");
            page.locator("#stop").click();
            assertThat(page.locator(".end").first()).containsText("Cancelled");
            page.locator(".held button").click();
            assertThat(page.locator(".message").last()).containsText("the second that waits");
        }
    }

    @Test
    void whatWentWrongSaysWhatToDo() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.openNew(person);
            Locator refused = sayAndWait(page, "fail:auth");
            assertThat(refused).containsText("The agent wants you to sign in.");
            assertThat(refused.locator(".todo")).containsText("termal auth login -a demo");
            Locator crashed = sayAndWait(page, "fail:crash");
            assertThat(crashed.locator(".todo")).containsText("Send the prompt again");
            Locator empty = sayAndWait(page, "fail:empty");
            assertThat(empty).hasAttribute("data-outcome", "empty");
            assertEquals(List.of(), Chromium.barriers(page));
            Chromium.screenshot(page, "errors");
        }
    }

    @Test
    void modelAndOptionsAreThoseOfTheSession() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.openNew(person);
            sayAndWait(page, "hello");
            page.locator(".choosers").getByLabel("Model").selectOption("shout");
            page.locator(".choosers .hint")
                    .waitFor(new Locator.WaitForOptions()
                            .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
            sayAndWait(page, "quiet words");
            assertThat(page.locator(".message").last()).containsText("QUIET WORDS");
        }
    }

    @Test
    void picturesAndWhatWasSentBefore() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.openNew(person);
            page.locator(".attach input")
                    .setInputFiles(new FilePayload(
                            "red.png", "image/png", Base64.getDecoder().decode(PNG)));
            assertThat(page.locator(".pictures li")).containsText("red.png");
            sayAndWait(page, "look at this");
            assertThat(page.locator(".message").first()).containsText("Received: image");
            page.locator("#prompt").press("ArrowUp");
            assertThat(page.locator("#prompt")).hasValue("look at this");
            page.locator("#prompt").fill("two");
            page.locator("#prompt").press("Shift+Enter");
            assertThat(page.locator("#prompt")).hasValue("two\n");
        }
    }

    @Test
    void whatAnAgentSaysCanDoNoHarm() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.openNew(person);
            List<String> strangers = new java.util.concurrent.CopyOnWriteArrayList<>();
            page.onRequest(request -> {
                if (!request.url().startsWith(served.origin()) && !request.url().startsWith("data:")) {
                    strangers.add(request.url());
                }
            });
            boolean[] alerted = new boolean[1];
            page.onDialog(dialog -> {
                alerted[0] = true;
                dialog.dismiss();
            });
            sayAndWait(
                    page,
                    "hello ![p](https://stranger.invalid/p.png) <img src=https://stranger.invalid/i onerror=alert(1)>"
                            + " <script>alert(2)</script> [js](javascript:alert(3)) [data](data:text/html,<script>alert(4)</script>)"
                            + " [out](https://stranger.invalid/) <iframe src=https://stranger.invalid/f></iframe>"
                            + " <svg onload=alert(5)> <a href=# style=position:fixed;inset:0 id=page>x</a>");
            Locator said = page.locator(".message .markdown").first();
            assertThat(said.locator("img, script, iframe, svg, [style], [id], [onerror]"))
                    .hasCount(0);
            assertThat(said.locator("a[href]")).hasCount(2); // where the picture is, and out
            assertThat(said.locator("a[href]").first()).hasAttribute("rel", "noopener noreferrer nofollow");
            assertEquals(List.of(), strangers);
            assertFalse(alerted[0]);
            assertEquals(
                    "blocked",
                    page.evaluate("() => { try { document.createElement('div').innerHTML = '<b>x</b>';"
                            + " return 'allowed'; } catch { return 'blocked'; } }"));
        }
    }

    @Test
    void aFloodOfPiecesLeavesTheDocumentSmall() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.openNew(person);
            sayAndWait(page, "chunks:5000");
            assertThat(page.locator(".message").first()).containsText("4999 5000");
            int elements = (int) page.evaluate("() => document.querySelectorAll('*').length");
            assertTrue(elements <= 2000, elements + " elements");
        }
    }
}
