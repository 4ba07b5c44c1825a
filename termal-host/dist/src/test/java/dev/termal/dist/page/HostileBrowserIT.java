package dev.termal.dist.page;

import static dev.termal.dist.page.ServedPage.say;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.termal.dist.packaged.ScriptedAcp;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an agent writes into a field is text, whichever field it is and wherever the page shows it. */
@Timeout(180)
class HostileBrowserIT extends BrowserStage {
    private static final String FOREIGN =
            "script, iframe, object, embed, base, meta, link, style, svg:not(.attach > svg), form[action], [srcdoc]";

    @TempDir
    Path scripts;

    private final Queue<String> harm = new ConcurrentLinkedQueue<>();

    @Test
    void everyFieldOfAnAgentIsText() throws Exception {
        served.define("hostile", ScriptedAcp.command(HostileAgent.script(), scripts));
        try (BrowserContext person = chromium.person()) {
            person.addInitScript("addEventListener('securitypolicyviolation', e => console.error('violation '"
                    + " + e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample))");
            Page page = person.newPage();
            watch(page);
            page.navigate(served.address());
            page.locator("nav.sessions").waitFor();
            served.begin(page, "hostile");
            say(page, HostileAgent.BLOCKS);
            page.locator(".permission:not(.over) .options button").first().waitFor();
            look(page);
            Chromium.screenshot(page, "hostile");
            page.locator(".permission:not(.over) .options button").first().click();
            page.locator(".question:not(.over) form").waitFor();
            look(page);
            page.locator(".question:not(.over) button[type=submit]").click();
            page.locator(".question:not(.over) button[data-kind=reject_once]").waitFor();
            look(page);
            page.locator(".question:not(.over) button[data-kind=reject_once]").click();
            page.locator(".end").first().waitFor();
            say(page, "again");
            page.locator(".end").nth(1).waitFor();
            look(page);
            page.locator("#prompt").fill("/");
            look(page); // the agent's commands
            page.locator("#search").fill("word");
            page.locator(".hits li").first().waitFor();
            look(page);
            page.locator(".hits li a").first().click();
            page.locator(".card-place.hit").waitFor();
            look(page);
        }
    }

    @Test
    void anAddressCanDoNoHarm() {
        try (BrowserContext person = chromium.person()) {
            Page page = person.newPage();
            watch(page);
            page.navigate(served.address());
            page.locator("nav.sessions").waitFor();
            for (String hash : List.of(
                    "s/" + HostileAgent.EVIL,
                    "s/../../x",
                    "s/%",
                    "s/%00/1",
                    "s/x/NaN",
                    "s/__proto__/1",
                    "constructor",
                    "//")) {
                page.evaluate("hash => { location.hash = '#/' + hash }", hash);
                page.locator("main").waitFor();
                harmless(page);
            }
            page.evaluate("() => { location.hash = '#token=wrong&x=<script>' }");
            page.locator("#token").waitFor();
            harmless(page);
        }
    }

    private void watch(Page page) {
        page.onRequest(request -> {
            if (!request.url().startsWith(served.origin()) && !request.url().startsWith("data:")) {
                harm.add("loads " + request.url());
            }
        });
        page.onDialog(dialog -> {
            harm.add("opens " + dialog.message());
            dialog.dismiss();
        });
        page.onPageError(error -> harm.add("fails " + error));
        page.onConsoleMessage(message -> {
            if (message.text().startsWith("violation")) {
                harm.add(message.text());
            }
        });
    }

    /** Opens all that can be opened, and looks at what is there then. */
    private void look(Page page) {
        for (String fold : List.of(
                ".tool-head[aria-expanded=false]",
                ".thought [aria-expanded=false]",
                "main details:not([open]) > summary")) {
            for (Locator closed = page.locator(fold); closed.count() > 0; ) {
                closed.first().click();
            }
        }
        harmless(page);
    }

    private void harmless(Page page) {
        assertNull(page.evaluate("() => window.pwned ?? null"), "a script of the agent ran");
        assertEquals(
                List.of(),
                page.evaluate(
                        "foreign => [...document.body.querySelectorAll(foreign)].map(e => e.outerHTML.slice(0, 200))",
                        FOREIGN));
        assertEquals(
                List.of(),
                page.evaluate("() => [...document.body.querySelectorAll('*')].flatMap(e => [...e.attributes]"
                        + ".filter(a => /^on/i.test(a.name)"
                        + " || (a.name === 'href' && !/^(#|https?:)/i.test(a.value))"
                        + " || (a.name === 'src' && !/^data:image\\/(png|jpeg|gif|webp);base64,/i.test(a.value)))"
                        + ".map(a => e.outerHTML.slice(0, 200)))"));
        assertEquals(List.of(), List.copyOf(harm));
    }
}
