package dev.termal.dist.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An agent that tells a thousand things a second, and what the page makes of it. Times depend on the machine: they are written
 * to {@code target/streaming.md}, and what is asserted of them is only that the page does not stand still.
 */
@Timeout(300)
class StreamingBrowserIT {
    private static final int BURSTS = 100;
    private static final int STANDSTILL_MS = 2_000;

    /** Ten times a second a hundred updates: pieces of an answer and of thoughts, and a tool call that runs and ends. */
    private static final String AGENT = """
            #!/bin/sh
            update() { printf '%%s\\n' '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":'"$1"'}}'; }
            say() { update '{"sessionUpdate":"agent_'"$1"'_chunk","content":{"type":"text","text":"'"$2"'"}}'; }
            read -r line
            echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}'
            read -r line
            echo '{"jsonrpc":"2.0","id":2,"result":{"sessionId":"s1"}}'
            read -r line
            b=0
            while [ $b -lt %d ]; do
              i=0
              while [ $i -lt 9 ]; do say thought "thinking of $b.$i "; i=$((i+1)); done
              update '{"sessionUpdate":"tool_call","toolCallId":"t'$b'","title":"step '$b'","kind":"execute","status":"in_progress"}'
              i=0
              while [ $i -lt 89 ]; do say message "**word** $b.$i, \\`code\\` and more\\\\n"; i=$((i+1)); done
              update '{"sessionUpdate":"tool_call_update","toolCallId":"t'$b'","status":"completed","content":[{"type":"content","content":{"type":"text","text":"done"}}]}'
              sleep 0.1
              b=$((b+1))
            done
            say message "that was all"
            echo '{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}'
            read -r line
            """.formatted(BURSTS);

    private static final String WATCH = """
            () => {
              window.tasks = [];
              window.most = 0;
              new PerformanceObserver((list) => list.getEntries().forEach((task) => window.tasks.push(task.duration)))
                .observe({ type: 'longtask', buffered: true });
              setInterval(() => { window.most = Math.max(window.most, document.querySelectorAll('*').length); }, 100);
            }""";

    @Test
    void theDocumentStaysSmallAndThePageGoesOn(@TempDir Path folder) throws Exception {
        Path agent = Files.writeString(folder.resolve("agent"), AGENT);
        assertTrue(agent.toFile().setExecutable(true));
        try (Chromium chromium = Chromium.start();
                ServedPage served = new ServedPage(folder);
                BrowserContext person = chromium.person()) {
            served.define("stream", "[\"" + agent + "\"]");
            Page page = served.open(person);
            served.begin(page, "stream");
            page.evaluate(WATCH);
            long begun = System.nanoTime();
            ServedPage.sayAndWait(page, "go");
            double seconds = (System.nanoTime() - begun) / 1e9;
            assertThat(page.locator(".message").last()).containsText("that was all");

            int most = ((Number) page.evaluate("() => window.most")).intValue();
            List<?> tasks = (List<?>) page.evaluate("() => window.tasks");
            double longest = tasks.stream()
                    .mapToDouble(task -> ((Number) task).doubleValue())
                    .max()
                    .orElse(0);
            long over = tasks.stream()
                    .filter(task -> ((Number) task).doubleValue() > 200)
                    .count();
            int updates = BURSTS * 100 + 1;
            Files.writeString(
                    Files.createDirectories(Path.of("target")).resolve("streaming.md"),
                    "| updates | a second | long tasks (over 50 ms) | over 200 ms | longest | most elements |\n|---|---|---|---|---|---|\n"
                            + String.format(
                                    "| %,d | %,.0f | %d | %d | %.0f ms | %,d |%n",
                                    updates, updates / seconds, tasks.size(), over, longest, most));
            Chromium.screenshot(page, "streaming");
            assertTrue(most <= 2000, most + " elements");
            assertTrue(longest <= STANDSTILL_MS, "nothing else could happen for " + longest + " ms");
            page.locator("#prompt").fill("it can still be used");
            assertEquals("it can still be used", page.locator("#prompt").inputValue());
        }
    }
}
