package dev.termal.dist.page;

import static org.junit.jupiter.api.Assumptions.abort;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.termal.testkit.NpmPackages;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The machine's own Chromium, driven by Playwright. Where there is none, tests are skipped with the reason; with
 * {@code -Dtermal.required=all} they fail.
 */
public final class Chromium implements AutoCloseable {
    private static final double PATIENCE_MS = 60_000; // where many build at a time
    /** Where the driver is looked for; the first that is named holds for the JVM. */
    private static final Path DRIVER = Path.of("target", "playwright").toAbsolutePath();

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final String AXE = "4.11.1";

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** Starts it. The driver is Playwright's own npm package, which the Node of this machine runs. */
    public static Chromium start() throws IOException, InterruptedException {
        Path chromium = program("chromium", "chromium-browser", "google-chrome");
        Path node = program("node");
        Path driver = NpmPackages.folder("playwright-core", System.getProperty("termal.playwright"))
                .resolve("playwright-core");
        Path link = Files.createDirectories(DRIVER).resolve("package");
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, driver);
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
        System.setProperty("playwright.cli.dir", DRIVER.toString());
        Playwright playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1", "PLAYWRIGHT_NODEJS_PATH", node.toString())));
        return new Chromium(
                playwright,
                playwright
                        .chromium()
                        .launch(new LaunchOptions()
                                .setExecutablePath(chromium)
                                .setArgs(List.of("--no-sandbox")))); // which root needs, as CI often is
    }

    /** A person of its own: nothing is kept of others. */
    public BrowserContext person(ColorScheme scheme) {
        BrowserContext context = browser.newContext(
                new Browser.NewContextOptions().setViewportSize(1280, 860).setColorScheme(scheme));
        context.setDefaultTimeout(PATIENCE_MS);
        return context;
    }

    /** The same, by daylight. */
    public BrowserContext person() {
        return person(ColorScheme.LIGHT);
    }

    /** Keeps a picture of the page, to be looked at. */
    public static void screenshot(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
    }

    /** What axe finds wrong by WCAG 2.1 A and AA: a line each, with where. */
    static List<String> barriers(Page page) {
        try {
            Path axe = NpmPackages.folder("axe-core", AXE).resolve("axe-core/axe.min.js");
            page.evaluate(Files.readString(axe));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        Object found = page.evaluate(
                "async () => {"
                        + " const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];"
                        + " const { violations } = await axe.run(document, { runOnly: tags });"
                        + " return violations.flatMap(v => v.nodes.map(n => v.id + ' ' + n.html.slice(0, 200) + ' ' + n.failureSummary)); }");
        return ((List<?>) found).stream().map(String::valueOf).toList();
    }

    private static Path program(String... names) {
        for (String name : names) {
            Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(folder -> Path.of(folder, name))
                    .filter(Files::isExecutable)
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
        }
        String reason = names[0] + " is not installed";
        if ("all".equals(System.getProperty("termal.required"))) {
            throw new AssertionError(reason);
        }
        System.err.println("skipped: " + reason);
        return abort(reason);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
