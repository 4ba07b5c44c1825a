package dev.termal.dist.page;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.PackagedHost;
import java.net.URI;
import java.nio.file.Path;

/** A packaged host that serves its page, and what a person does there. */
public final class ServedPage implements AutoCloseable {
    private final PackagedHost host;
    private HostRun run;
    private URI address;

    ServedPage(Path folder) {
        this(new PackagedHost(folder).with("TERMAL_AGENT", "demo"));
    }

    /** Serves a host, which is closed with it. */
    public ServedPage(PackagedHost host) {
        this.host = host;
        begin("0");
    }

    private void begin(String port) {
        run = host.start("serve", "--port", port).closeInput();
        address = URI.create(run.awaitOut(line -> line.startsWith("http")));
    }

    /** Ends it without a warning, as a crash would. */
    void kill() {
        run.signal("KILL").end();
    }

    /** Serves again, where it did before. */
    void restart() {
        begin(String.valueOf(address.getPort()));
    }

    /** Serves again, with a further agent of one's own. */
    void define(String agent, String command) {
        host.config("{\"agents\": {\"" + agent + "\": {\"command\": " + command + "}}}");
        kill();
        restart();
    }

    /** With the token. */
    String address() {
        return address.toString();
    }

    /** Without. */
    String origin() {
        return "http://" + address.getAuthority();
    }

    Path cwd() {
        return host.cwd();
    }

    /** The page, opened with the token. */
    public Page open(BrowserContext person) {
        Page page = person.newPage();
        page.navigate(address());
        page.locator("nav.sessions").waitFor();
        return page;
    }

    /** The page with a new session of the demo agent in it. */
    Page openNew(BrowserContext person) {
        Page page = open(person);
        begin(page);
        return page;
    }

    /** Begins a session of the demo agent in the dialog. */
    void begin(Page page) {
        begin(page, "demo");
    }

    /** Begins a session in the dialog. */
    public void begin(Page page, String agent) {
        page.locator("nav.sessions button.primary").click();
        page.locator(".readiness").waitFor();
        page.locator("#agent").selectOption(agent);
        page.locator("#cwd").fill(cwd().toString());
        page.locator("dialog button[type=submit]").click();
        page.locator("#prompt").waitFor();
    }

    /** Sends a prompt. */
    public static void say(Page page, String prompt) {
        page.locator("#prompt").fill(prompt);
        page.locator("#prompt").press("Enter");
    }

    /** Sends a prompt and waits for the end of its turn. */
    public static Locator sayAndWait(Page page, String prompt) {
        int ends = page.locator(".end").count();
        say(page, prompt);
        Locator end = page.locator(".end").nth(ends);
        end.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
        return end;
    }

    @Override
    public void close() {
        run.signal("TERM").end();
        host.close();
    }
}
