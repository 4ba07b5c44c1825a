package dev.termal.dist.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.termal.dist.page.ServedPage.say;
import static dev.termal.dist.page.ServedPage.sayAndWait;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The screens beside the conversations: settings, permission rules, doctor. */
@Timeout(180)
class ScreensBrowserIT extends BrowserStage {
    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }

    private static void reach(Page page, String key, String title) {
        page.keyboard().press(key);
        assertThat(page.locator("#screen-title")).hasText(title);
        assertThat(page.locator("#screen-title")).isFocused();
        page.locator(".screen[aria-busy=false]").waitFor();
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void eachIsReachedByAKeyAndHasNoBarriers(ColorScheme scheme) {
        String look = "-" + scheme.name().toLowerCase(Locale.ROOT);
        try (BrowserContext person = chromium.person(scheme)) {
            Page page = served.openNew(person);
            sayAndWait(page, "before the screens");
            String session = page.url();
            page.keyboard().press("Escape"); // out of the line
            for (List<String> screen :
                    List.of(List.of(",", "Settings"), List.of("r", "Permission rules"), List.of("d", "Doctor"))) {
                reach(page, screen.get(0), screen.get(1));
                assertEquals(List.of(), Chromium.barriers(page));
                String name = screen.get(1).toLowerCase(Locale.ROOT).replace(' ', '-');
                Chromium.screenshot(page, name + look);
                page.setViewportSize(400, 800);
                assertEquals(false, page.evaluate("() => document.documentElement.scrollWidth > innerWidth"), name);
                Chromium.screenshot(page, name + "-narrow" + look);
                page.setViewportSize(1280, 860);
            }
            page.keyboard().press("Escape");
            page.waitForURL(session);
            assertThat(page.locator("#prompt")).isVisible();
        }
    }

    @Test
    void aSettingIsChangedRefusedAndReset() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.open(person);
            page.navigate(served.origin() + "/#/settings");
            Locator timeout = page.locator("#setting-timeout");
            timeout.fill("soon");
            timeout.press("Enter");
            assertThat(page.locator(".toast")).containsText("timeout");
            button(page, "Close").last().click();
            timeout.fill("20m");
            timeout.press("Enter");
            Locator field = page.locator("form.setting").filter(new Locator.FilterOptions().setHas(timeout));
            assertThat(field.locator("small")).hasText("from your config file");
            assertThat(timeout).isFocused();
            assertThat(page.locator("#setting-agent")).isDisabled(); // the environment says it
            page.locator("#settings-of").selectOption("demo");
            page.waitForURL(served.origin() + "/#/settings/demo");
            assertThat(timeout).hasAttribute("placeholder", "20m (as for all agents)");
            timeout.fill("5m");
            timeout.press("Enter");
            button(page, "Reset timeout").click();
            assertThat(timeout).hasValue("");
            page.goBack();
            assertThat(timeout).hasValue("20m");
            button(page, "Reset timeout").click();
            assertThat(button(page, "Reset timeout")).hasCount(0);
        }
    }

    @Test
    void aRuleIsAddedCountsAndIsRemoved() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.openNew(person);
            page.navigate(served.origin() + "/#/rules");
            page.locator("#rule-decision").selectOption("allow");
            button(page, "Add the rule").click();
            assertThat(page.locator(".new-rule .problem")).containsText("must say what");
            page.locator("#rule-command").fill("echo *");
            button(page, "Add the rule").click();
            assertThat(page.locator(".rules li")).hasCount(1);
            assertThat(page.locator(".rules li")).containsText("your config file, rules[0]");
            served.begin(page);
            sayAndWait(page, "permission");
            assertThat(page.locator(".permission .decision").first()).containsText("rule");
            page.navigate(served.origin() + "/#/rules");
            page.locator(".rules button").click();
            assertThat(page.locator(".rules li")).hasCount(0);

            served.begin(page);
            say(page, "permission");
            Locator asks = page.locator(".permission:not(.over)");
            asks.locator(".remember select").selectOption("folder");
            Chromium.screenshot(page, "remember");
            asks.locator("text=Reject").first().click();
            page.locator(".end").waitFor();
            page.navigate(served.origin() + "/#/rules");
            assertThat(page.locator(".rules li")).containsText("remembered in its folder");
            assertThat(page.locator(".rules .decision-word")).hasText("deny");
            page.locator(".rules button").click();
            assertThat(page.locator(".rules li")).hasCount(0);
        }
    }

    @Test
    void theDoctorSaysWhatToDoAndLooksAgain() {
        try (BrowserContext person = chromium.person()) {
            Page page = served.open(person);
            page.locator(".places a", new Page.LocatorOptions().setHasText("Doctor"))
                    .click();
            page.locator(".checks li").first().waitFor();
            assertThat(page.locator(".exam h3").first()).hasText("The host");
            assertTrue(page.locator(".checks .todo").count() > 0, "agents that are not installed");
            button(page, "Check again").click();
            button(page, "Check again").waitFor();
            assertThat(page.locator(".screen .problem")).hasCount(0);
        }
    }
}
