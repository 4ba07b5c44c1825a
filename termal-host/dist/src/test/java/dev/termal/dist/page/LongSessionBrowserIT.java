package dev.termal.dist.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A session of 100,000 entries, whose pages are made up here: the end is shown first, and the rest only when it is wanted. */
@Timeout(180)
class LongSessionBrowserIT {
    private static final int ENTRIES = 100_000;
    private static final Pattern NUMBER = Pattern.compile("(before|limit)=(\\d+)");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final List<Integer> asked = new CopyOnWriteArrayList<>();

    @Test
    void theEndComesFirstAndTheRestInPages(@TempDir Path folder) throws Exception {
        try (Chromium chromium = Chromium.start();
                ServedPage served = new ServedPage(folder);
                BrowserContext person = chromium.person()) {
            Page page = served.openNew(person);
            String session = page.url();
            person.route("**/api/v1/sessions/*/entries*", this::answer);
            person.route("**/api/v1/sessions/*/events", route -> route.abort());
            page.navigate(served.origin());
            page.navigate(session);
            assertThat(page.locator(".message").last()).containsText("said 100000");
            assertEquals(1, asked.size());
            assertTrue(asked.get(0) <= 200, asked + " entries at once");

            for (int pages = 2; pages <= 6; pages++) {
                int wanted = pages;
                while (asked.size() < wanted) {
                    page.locator(".timeline").evaluate("element => { element.scrollTop = 0; }");
                    page.waitForTimeout(50);
                }
                int elements = (int) page.evaluate("() => document.querySelectorAll('*').length");
                assertTrue(elements <= 2000, elements + " elements");
            }
            assertThat(page.locator("#latest")).isVisible();
            page.locator("#latest").click();
            assertThat(page.locator(".message").last()).containsText("said 100000");
        }
    }

    /** A page of the session: a turn every ten entries. */
    private void answer(Route route) {
        int before = ENTRIES + 1;
        int limit = 0;
        Matcher numbers = NUMBER.matcher(route.request().url());
        while (numbers.find()) {
            if (numbers.group(1).equals("before")) {
                before = Integer.parseInt(numbers.group(2));
            } else {
                limit = Integer.parseInt(numbers.group(2));
            }
        }
        asked.add(limit);
        int first = Math.max(1, before - limit);
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode entries = answer.putArray("entries");
        for (int seq = first; seq < before; seq++) {
            entry(entries.addObject(), seq);
        }
        answer.put("first", first).put("last", before - 1).put("more", first > 1);
        route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(answer.toString()));
    }

    private static void entry(ObjectNode entry, int seq) {
        entry.put("seq", seq).put("turn", (seq - 1) / 10 + 1).put("time", "2026-01-01T00:00:00Z");
        if (seq % 10 == 1) {
            entry.put("type", "turn_started")
                    .putArray("prompt")
                    .addObject()
                    .put("type", "text")
                    .put("text", "go on");
        } else {
            entry.put("type", "message")
                    .put("role", "agent")
                    .put("messageId", "m" + seq)
                    .put("text", "said " + seq);
        }
    }
}
