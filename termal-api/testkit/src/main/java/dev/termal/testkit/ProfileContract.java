package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.termal.api.AgentException;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.Prompt;
import dev.termal.api.RawJson;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.DialectFactory;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineBinding.ModelInfo;
import dev.termal.api.spi.EngineBinding.PeerError;
import dev.termal.api.spi.EngineBinding.Wire;
import dev.termal.api.spi.InstallPlan;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.ProcessExit;
import dev.termal.api.spi.Setting;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What every agent profile must hold to: extend this in the profile's tests, name the provider, and install the agent on a
 * {@link FakeMachine}. Each check is made on a machine without the agent or with it, as its name says; in every check the
 * profile must leave all files as they are.
 */
public abstract class ProfileContract extends ProfileScenes {
    private static final Pattern BADGE = Pattern.compile("[A-Z][A-Za-z0-9]");
    private static final Pattern SETTING_KEY = Pattern.compile("[a-z][A-Za-z0-9]*");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");

    /** For the profile's tests. */
    protected ProfileContract() {}

    /** Name, badge, sentences. */
    @Test
    public final void itCanBeShown() {
        AgentProfile profile = profile(bare);
        assertEquals(profile.id(), profile(machine).id(), "the name depends on the machine");
        assertFalse(profile.displayName().isBlank(), "no name");
        assertTrue(BADGE.matcher(profile.badge()).matches(), () -> "not two letters: " + profile.badge());
        profile.quirks().forEach(quirk -> assertFalse(quirk.isBlank(), "a blank quirk"));
        profile.nestingMarkers()
                .forEach(name -> assertTrue(VARIABLE.matcher(name).matches(), () -> "no variable: " + name));
    }

    /** At least one binding, at most one an engine. */
    @Test
    public final void eachEngineHasOneBinding() {
        List<EngineBinding> bindings = profile(machine).bindings();
        assertFalse(bindings.isEmpty(), "no binding");
        assertUnique("binding of engine", bindings, EngineBinding::engine);
    }

    /** Without the agent, a launch fails with what was tried. */
    @Test
    public final void withoutTheAgentALaunchSaysWhatWasTried() {
        assumeFalse(executables().isEmpty(), "the agent needs no executable");
        for (EngineBinding binding : profile(bare).bindings()) {
            for (LaunchRequest request : launches(binding, session().build())) {
                AgentException missing =
                        assertThrows(AgentException.class, () -> binding.launchSpec(request, bare), request::toString);
                assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, missing.code(), missing.getMessage());
                executables()
                        .forEach(name -> assertTrue(
                                missing.toString().contains(name), () -> name + " is not named: " + missing));
            }
        }
    }

    /** The same request gives the same launch, and runs nothing on the way. */
    @Test
    public final void aLaunchIsPure() throws Exception {
        eachLaunch((binding, request) -> {
            int commands = machine.commands().size();
            assertEquals(
                    launch(binding, request).map(ProfileScenes::parts),
                    launch(binding, request).map(ProfileScenes::parts));
            assertEquals(commands, machine.commands().size(), "launchSpec ran " + machine.commands());
        });
    }

    /** The program is absolute; it runs in the session's folder. */
    @Test
    public final void aLaunchNamesItsPlaces() throws Exception {
        eachLaunch((binding, request) -> {
            Optional<LaunchSpec> spec = launch(binding, request);
            if (spec.isPresent()) {
                Path program = Path.of(spec.get().command().get(0));
                assertTrue(program.isAbsolute(), () -> "not absolute: " + program);
                assertEquals(request.session().cwd(), spec.get().cwd());
            }
        });
    }

    /** A credential is neither in the arguments nor in the words of a launch, and is marked as secret. */
    @Test
    public final void secretsStaySecret() throws Exception {
        eachLaunch((binding, request) -> launch(binding, request).ifPresent(spec -> {
            assertFalse(spec.command().toString().contains(SECRET), "a secret among the arguments");
            assertFalse(spec.toString().contains(SECRET), "a secret in toString()");
            spec.environment().forEach((name, value) -> {
                if (value.contains(SECRET)) {
                    assertTrue(spec.secretNames().contains(name), () -> name + " holds a secret and is not marked");
                }
            });
        }));
        assertFalse(profile(machine).diagnose(machine).toString().contains(SECRET), "a secret in the diagnostics");
        assertFalse(profile(machine).authStatus(machine).toString().contains(SECRET), "a secret in the sign-in status");
    }

    /** Where the agent asks, the policy is the host's matter and changes nothing of a launch. */
    @Test
    public final void thePolicyDoesNotTouchAnAgentThatAsks() {
        for (EngineBinding binding : profile(machine).bindings()) {
            if (asks(binding)) {
                Set<List<Optional<List<Object>>>> launches = new HashSet<>();
                for (PermissionPolicy policy : PermissionPolicy.values()) {
                    launches.add(launches(binding, session().permissions(policy).build()).stream()
                            .map(request -> launch(binding, request).map(ProfileScenes::parts))
                            .toList());
                }
                assertEquals(1, launches.size(), () -> binding.engine() + ": the policy changes the launch");
            }
        }
    }

    /** Keys, texts, choices and defaults fit together. */
    @Test
    public final void settingsAreSound() {
        List<Setting> settings = profile(bare).settings();
        assertUnique("setting", settings, Setting::key);
        assertAll(settings.stream().map(setting -> () -> {
            assertTrue(SETTING_KEY.matcher(setting.key()).matches(), () -> "no camel case: " + setting.key());
            assertFalse(setting.text().isBlank(), () -> setting.key() + " is not explained");
            assertEquals(
                    setting.choices().size(),
                    Set.copyOf(setting.choices()).size(),
                    () -> setting.key() + ": choice twice");
            assertTrue(
                    setting.type() != Setting.Type.CHOICE || !setting.choices().isEmpty(),
                    () -> setting.key() + " has no choices");
            setting.defaultValue()
                    .ifPresent(value -> assertTrue(
                            takes(setting, value), () -> setting.key() + " does not take its own default " + value));
            setting.environment()
                    .forEach(name -> assertTrue(VARIABLE.matcher(name).matches(), () -> "no variable: " + name));
        }));
    }

    private static boolean takes(Setting setting, String value) {
        return switch (setting.type()) {
            case CHOICE -> setting.choices().contains(value);
            case BOOLEAN -> Set.of("true", "false").contains(value);
            case INTEGER -> value.matches("-?\\d+");
            case DURATION -> value.matches("(\\d+(ms|h|m|s))+");
            case TEXT, PATH, LIST -> true;
        };
    }

    /** Readiness can be told with the agent and without; a fact has one name. */
    @Test
    public final void itDiagnosesAnyMachine() throws Exception {
        for (FakeMachine on : List.of(bare, machine)) {
            Diagnostics diagnostics = profile(on).diagnose(on);
            assertUnique("fact", diagnostics.facts(), Fact::key);
            assertUnique("check", diagnostics.checks(), Diagnostics.Check::name);
            diagnostics.checks().stream()
                    .filter(check -> check.outcome() == Diagnostics.Outcome.FAILURE)
                    .forEach(check -> assertFalse(check.hint().isBlank(), () -> check + " does not say what to do"));
        }
    }

    /** Sign-in and install can be told with the agent and without. */
    @Test
    public final void itTellsHowToBecomeReady() {
        for (FakeMachine on : List.of(bare, machine)) {
            AgentProfile profile = profile(on);
            AuthStatus status = profile.authStatus(on);
            assertTrue(
                    status.state() != AuthStatus.State.SIGN_IN_REQUIRED
                            || !status.hint().isBlank()
                            || !profile.signInInstructions().isBlank(),
                    "does not say how to sign in");
            profile.signIn(on).ifPresent(plan -> {
                assertTrue(Path.of(plan.command().get(0)).isAbsolute(), () -> "not absolute: " + plan.command());
                assertFalse(plan.timeout().isNegative() || plan.timeout().isZero(), "no time to sign in");
            });
            profile.installPlan(on).ifPresent(ProfileContract::checkInstall);
        }
        assertTrue(
                executables().isEmpty()
                        || !profile(bare).installInstructions().isBlank()
                        || profile(bare).installPlan(bare).isPresent(),
                "does not say how to install the agent");
    }

    private static void checkInstall(InstallPlan plan) {
        assertFalse(plan.version().isBlank(), "no version to install");
        assertUnique("archive for", plan.archives(), InstallPlan.Archive::platform);
        plan.archives().forEach(archive -> {
            assertEquals("https", archive.url().getScheme(), archive.url().toString());
            archive.sha256().ifPresent(sum -> assertTrue(SHA256.matcher(sum).matches(), () -> "no SHA-256: " + sum));
        });
    }

    /** What can be told without a session is told, or nothing, on any machine. */
    @Test
    public final void modelsAndStoredSessionsCanAlwaysBeAsked() throws Exception {
        for (FakeMachine on : List.of(bare, machine)) {
            for (EngineBinding binding : profile(on).bindings()) {
                assertUnique("model", binding.models(on), ModelInfo::id);
                binding.authMethod(List.of(), on)
                        .ifPresent(method -> fail("chose a method that was not offered: " + method));
            }
            assertEquals(List.of(), profile(bare).storedSessions(bare.home(), bare));
        }
    }

    /** What is not the profile's business passes through unchanged. */
    @Test
    public final void foreignMessagesPassThrough() {
        RawJson message = new RawJson("{\"unknown\":true}");
        for (EngineBinding binding : profile(machine).bindings()) {
            for (Wire kind : Wire.values()) {
                assertSame(message, binding.rewrite(kind, "no/such/method", message));
            }
            assertEquals(
                    Optional.empty(),
                    binding.classify(new PeerError("no/such/method", -32601, "", Optional.empty(), "")));
        }
    }

    /** A dialect is not upset by any line, and takes no end of a process for an end of a turn. */
    @Test
    public final void dialectsAreTolerant() throws Exception {
        eachLaunch((binding, request) -> {
            Optional<DialectFactory> dialect = binding.dialect();
            if (dialect.isPresent()) {
                LineDialect reader = dialect.get().open(request);
                reader.beginTurn(Prompt.of("hello"));
                for (String line : List.of("", "noise", "{", "{}", "[]", "42", "\"x\"", "null", "{\"type\":\"?\"}")) {
                    reader.onLine(line)
                            .forEach(output -> assertFalse(
                                    output instanceof LineDialect.TurnEnd, () -> "«" + line + "» is no end of a turn"));
                }
                for (int code : new int[] {0, 1, 137}) {
                    assertTrue(
                            dialect.get()
                                    .open(request)
                                    .onExit(new ProcessExit(code), "", false)
                                    .error()
                                    .isPresent(),
                            () -> "exit code " + code + " without an end of turn is no success");
                }
            }
        });
    }

    private static <T> void assertUnique(String what, Collection<T> all, Function<T, Object> name) {
        Set<Object> seen = new HashSet<>();
        all.forEach(each -> assertTrue(seen.add(name.apply(each)), () -> what + " twice: " + name.apply(each)));
    }
}
