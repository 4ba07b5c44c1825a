package dev.termal.engine.acp.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AuthStatus;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Setting;
import dev.termal.testkit.FakeMachine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoProfileTest {
    @TempDir
    Path folder;

    @Test
    void itIsAServiceOfTheModule() {
        assertTrue(DemoProfile.class.getModule().getDescriptor().provides().stream()
                .anyMatch(provides -> provides.service().equals(AgentProfileProvider.class.getName())
                        && provides.providers().equals(List.of(DemoProfileProvider.class.getName()))));
    }

    @Test
    void itIsAlwaysReady() {
        FakeMachine machine = FakeMachine.in(folder);
        AgentProfile profile =
                new DemoProfileProvider().profiles(machine).iterator().next();

        assertEquals("demo", profile.id().value());
        assertEquals("DM", profile.badge());
        assertTrue(profile.fallback());
        assertEquals(AuthStatus.State.SIGNED_IN, profile.authStatus(machine).state());
        assertEquals("acp", profile.bindings().get(0).engine().value());
    }

    @Test
    void itsSettingsOfferWhatItsSessionsDo() {
        for (Setting setting : new DemoProfile().settings()) {
            String option = setting.key().equals("effort") ? "thought_level" : setting.key();
            for (String choice : setting.choices()) {
                Choices.DEFAULT.with(option, DemoClient.json("'" + choice + "'"));
            }
        }
    }

    @Test
    void itIsLaunchedAsAModuleOfThisInstallation() {
        FakeMachine machine = FakeMachine.in(folder);
        LaunchSpec spec = new DemoProfile()
                .bindings()
                .get(0)
                .launchSpec(
                        new LaunchRequest.ForConnection(
                                SessionRequest.builder(folder).build()),
                        machine)
                .orElseThrow();

        List<String> command = spec.command();
        assertEquals(folder, spec.cwd());
        assertTrue(spec.closesOnEndOfInput());
        assertEquals(
                List.of("--sessions", folder.resolve("run/demo").toString()),
                command.subList(command.size() - 2, command.size()));
    }
}
