package dev.termal.dist.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.termal.dist.page.ServedPage.say;
import static dev.termal.dist.page.ServedPage.sayAndWait;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many tabs of one person, and of several: what happens is seen in all of them. */
@Timeout(180)
class TabsBrowserIT extends BrowserStage {
    private static Locator row(Page page, String text) {
        return page.locator(".rows li", new Page.LocatorOptions().setHasText(text));
    }

    @Test
    void manyTabsShareOneStreamAndAnotherTakesItOver() {
        try (BrowserContext person = chromium.person()) {
            Queue<String> streams = new ConcurrentLinkedQueue<>();
            person.onRequest(request -> {
                if (request.url().endsWith("/api/v1/events")) {
                    streams.add(request.url());
                }
            });
            List<Page> tabs = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                tabs.add(served.open(person));
            }
            assertEquals(1, streams.size(), streams::toString);
            Page busy = tabs.get(7);
            served.begin(busy);
            sayAndWait(busy, "seen everywhere");
            for (Page tab : tabs) {
                assertThat(row(tab, "seen everywhere").locator(".state")).hasText("done");
            }
            tabs.remove(0).close();
            sayAndWait(busy, "seen by those that are left");
            for (Page tab : tabs) {
                assertThat(row(tab, "seen by those that are left")).hasCount(1);
            }
            assertEquals(2, streams.size(), streams::toString);
            served.kill();
            tabs.get(3).locator("nav .offline, .offline").first().waitFor();
            served.restart();
            sayAndWait(busy, "after the start");
            for (Page tab : tabs) {
                assertThat(row(tab, "after the start")).hasCount(1);
            }
        }
    }

    @Test
    void whatIsNewIsMarkedUntilItIsSeenInAnyTab() {
        try (BrowserContext person = chromium.person();
                BrowserContext other = chromium.person()) {
            Page talks = served.openNew(person);
            sayAndWait(talks, "the first word");
            Page list = served.open(other);
            Page second = served.open(other);
            assertThat(row(list, "the first word").locator(".new")).hasCount(0); // older than the tab
            say(talks, "the second word");
            assertThat(row(list, "the second word").locator(".new")).hasText("new");
            assertThat(row(second, "the second word").locator(".new")).hasText("new");
            row(list, "the second word").locator("a").click();
            list.locator("#prompt").waitFor();
            assertThat(row(list, "the second word").locator(".new")).hasCount(0);
            assertThat(row(second, "the second word").locator(".new")).hasCount(0);
            sayAndWait(talks, "the third word");
            assertThat(row(second, "the third word").locator(".new")).hasCount(0); // since it is seen beside
            served.begin(list);
            sayAndWait(talks, "the fourth word");
            assertThat(row(second, "the fourth word").locator(".new")).hasText("new");
        }
    }
}
