package dev.termal.dist.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.termal.dist.page.ServedPage.say;
import static dev.termal.dist.page.ServedPage.sayAndWait;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.JSHandle;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the page has of the desktop: notifications, files that are dropped and pasted, small screens, the keyboard alone. */
@Timeout(180)
class DeskBrowserIT extends BrowserStage {
    /** The desktop's own notifications cannot be seen by a test: what the page asks for is. */
    private static final String DESKTOP = "window.told = []; window.asked = 0;"
            + " window.Notification = class { static permission = 'default';"
            + " static async requestPermission() { window.asked++; return 'granted'; }"
            + " constructor(title, more) { window.told.push(title); window.note = this; this.tag = more.tag; } close() {} };"
            + " window.away = (hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
            + " document.dispatchEvent(new Event('visibilitychange')); };";

    private static final String FILES = "(files) => { const data = new DataTransfer();"
            + " for (const { name, type, bytes } of files) data.items.add(new File([new Uint8Array(bytes)], name, { type }));"
            + " return data; }";

    private static JSHandle files(Page page) {
        return page.evaluateHandle(
                FILES,
                List.of(
                        Map.of("name", "red.png", "type", "image/png", "bytes", List.of(137, 80, 78, 71)),
                        Map.of("name", "notes.txt", "type", "text/plain", "bytes", List.of(104, 105, 10)),
                        Map.of("name", "data.bin", "type", "", "bytes", List.of(0, 1, 2, 255))));
    }

    private static String text(Page page, String expression) {
        return String.valueOf(page.evaluate(expression));
    }

    @Test
    void whoLooksElsewhereIsNotified() {
        try (BrowserContext person = chromium.person()) {
            person.addInitScript(DESKTOP);
            Page page = served.openNew(person);
            sayAndWait(page, "seen by the person");
            assertEquals("0", text(page, "() => window.asked"));
            page.locator("button", new Page.LocatorOptions().setHasText("Notify me"))
                    .click();
            assertThat(page.locator("button", new Page.LocatorOptions().setHasText("Notify me")))
                    .hasCount(0);
            assertEquals("1", text(page, "() => window.asked"));
            sayAndWait(page, "seen by the person too");
            assertEquals("[]", text(page, "() => window.told"));
            say(page, "slow:800 permission");
            page.evaluate("() => window.away(true)");
            page.waitForFunction("() => window.told.some((title) => title.endsWith('wants an answer'))");
            page.evaluate("() => window.away(false)");
            page.locator(".permission:not(.over)").waitFor();
            page.evaluate("() => window.away(true)");
            page.locator(".permission:not(.over) .options button").first().evaluate("(button) => button.click()");
            page.waitForFunction("() => window.told.some((title) => title.endsWith('is done'))");
            page.evaluate("() => window.away(false)");
            say(page, "slow:800 fail:crash");
            page.evaluate("() => window.away(true)");
            page.waitForFunction("() => window.told.some((title) => title.endsWith('has failed'))");
            page.evaluate("() => window.away(false)");
            String session = page.url();
            page.navigate(served.origin() + "/#/");
            page.evaluate("() => window.note.onclick()");
            page.waitForURL(session);
        }
    }

    @Test
    void filesAreDroppedAnywhereAndPasted() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.openNew(person);
            page.dispatchEvent(".timeline", "dragover", Map.of("dataTransfer", files(page)));
            page.locator(".composer.dragging").waitFor();
            Chromium.screenshot(page, "dragging");
            page.dispatchEvent(".timeline", "drop", Map.of("dataTransfer", files(page)));
            assertThat(page.locator(".pictures li")).hasCount(2);
            assertThat(page.locator(".composer.dragging")).hasCount(0);
            assertThat(page.locator(".toast")).containsText("data.bin is neither a picture");
            page.locator(".toast button").click();
            page.evaluate(
                    "(data) => document.querySelector('#prompt').dispatchEvent("
                            + "new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))",
                    files(page));
            assertThat(page.locator(".pictures li")).hasCount(4);
            page.locator(".pictures button").last().click();
            page.locator(".pictures button").last().click();
            assertThat(page.locator(".pictures li")).hasCount(2);
            assertEquals(List.of(), Chromium.barriers(page));
            sayAndWait(page, "what are these?");
            assertThat(page.locator(".message").first())
                    .containsText("the content of attachment:///notes.txt, 3 characters");
            assertThat(page.locator(".prompt .file summary")).containsText("notes.txt");
            assertThat(page.locator(".pictures")).hasCount(0);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void aSmallScreenShowsTheListOrTheConversation(ColorScheme scheme) {
        String look = "-" + scheme.name().toLowerCase(Locale.ROOT);
        try (BrowserContext person = chromium.person(scheme)) {
            Page page = served.openNew(person);
            page.setViewportSize(400, 800);
            say(page, "plan tool diff permission question " + "long".repeat(100));
            page.locator(".permission:not(.over)").waitFor();
            assertThat(page.locator("nav.sessions")).isHidden();
            fits(page, "permission");
            Chromium.screenshot(page, "narrow-permission" + look);
            page.locator(".permission:not(.over) .options button").first().click();
            page.locator(".permission.over").waitFor();
            page.locator(".permission:not(.over) .options button").first().click();
            page.locator(".question:not(.over)").waitFor();
            fits(page, "question");
            Chromium.screenshot(page, "narrow-question" + look);
            page.locator(".menu summary").click();
            fits(page, "menu");
            Chromium.screenshot(page, "narrow-menu" + look);
            page.locator(".menu summary").click();
            page.locator(".head .back").click();
            assertThat(page.locator("nav.sessions")).isVisible();
            assertThat(page.locator("main")).isHidden();
            fits(page, "list");
            assertEquals(List.of(), Chromium.barriers(page));
            Chromium.screenshot(page, "narrow-list" + look);
            page.locator("nav.sessions button.primary").click();
            page.locator(".readiness").waitFor();
            fits(page, "new session");
            Chromium.screenshot(page, "narrow-new-session" + look);
        }
    }

    private static void fits(Page page, String what) {
        assertEquals(false, page.evaluate("() => document.documentElement.scrollWidth > innerWidth"), what);
        List<?> small = (List<?>) page.evaluate("() => [...document.querySelectorAll('button, select, .back, .rows a')]"
                + ".filter((e) => e.offsetParent && e.getBoundingClientRect().height < 36)"
                + ".map((e) => e.outerHTML.slice(0, 120))");
        assertEquals(List.of(), small, what);
    }

    @Test
    void theKeyboardAloneIsEnough() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.open(person);
            page.keyboard().press("n");
            page.locator(".readiness").waitFor();
            page.locator("#cwd").focus();
            page.keyboard().press("Control+a");
            page.keyboard().type(served.cwd().toString());
            page.keyboard().press("Enter");
            assertThat(page.locator("#prompt")).isFocused();
            page.keyboard().type("permission");
            page.keyboard().press("Enter");
            page.locator(".permission:not(.over)").waitFor();
            page.keyboard().press("Escape");
            page.keyboard().press("a");
            assertThat(page.locator(".permission .options button").first()).isFocused();
            assertTrue((boolean) page.evaluate("() => document.activeElement.matches(':focus-visible')"));
            page.keyboard().press("Enter");
            page.locator(".end").waitFor();
            assertThat(page.locator(".timeline")).isFocused(); // since the button cannot be it any more
            page.keyboard().press("?");
            page.locator(".keys").waitFor();
            page.keyboard().press("Escape");
            assertThat(page.locator("dialog")).hasCount(0);
            page.locator(".menu summary").click();
            page.locator(".menu button").first().click(); // Rename
            page.locator("#new-name").waitFor();
            page.keyboard().press("Escape");
            assertThat(page.locator("dialog")).hasCount(0);
            page.locator(".menu summary").click();
            page.locator(".menu button").first().click();
            page.locator("#new-name").focus();
            page.keyboard().press("Escape");
            assertThat(page.locator("dialog")).hasCount(0);
            page.locator(".timeline").focus();
            page.keyboard().press("c");
            page.keyboard().type("slow:60000");
            page.keyboard().press("Enter");
            page.locator("#stop").waitFor();
            page.keyboard().press("Escape");
            page.keyboard().press("s");
            Locator end = page.locator(".end").nth(1);
            assertThat(end).containsText("Cancelled");
            assertThat(page.locator("[role=status], [role=alert]").first()).isAttached();
        }
    }
}
