package dev.termal.engine.acp;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.Limits;
import dev.termal.api.spi.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The protocol options of one connection: what bindings and config may say of an agent's ways, by neutral names.
 *
 * @param authMethod the method to sign in with before the first session; {@value #NO_METHOD} forbids it
 * @param signInOnDemand whether to sign in once when the agent asks for it and offers exactly one way
 * @param replayQuiet how long an agent must be silent after it has loaded a session before its history counts as told
 * @param sharedProcess whether one process may hold several sessions
 * @param cancelForm in which form the agent is asked to stop
 * @param continuesByLoading whether a session is continued by loading it, although the agent offers to resume it
 */
record AcpOptions(
        Optional<String> authMethod,
        boolean signInOnDemand,
        Optional<Duration> replayQuiet,
        boolean sharedProcess,
        CancelForm cancelForm,
        boolean continuesByLoading,
        Duration initialize,
        Duration authenticate,
        Duration openSession,
        Duration setOption,
        Duration cancelGrace) {
    /** The value of {@code authMethod} that forbids signing in unasked. */
    static final String NO_METHOD = "none";

    private static final Pattern DURATION =
            Pattern.compile("(?:(\\d{1,6})h)?(?:(\\d{1,8})m(?!s))?(?:(\\d{1,9})s)?(?:(\\d{1,12})ms)?");

    static final List<Setting> SETTINGS = List.of(
            Setting.text(
                    "authMethod",
                    "The sign-in method to use before the first session, of those that the agent offers; none for no sign-in."),
            Setting.of(
                            "authOnDemand",
                            Setting.Type.BOOLEAN,
                            "Whether to sign in once when the agent asks for it and offers exactly one way without a terminal.")
                    .withDefault("true"),
            Setting.of(
                    "replayQuiet",
                    Setting.Type.DURATION,
                    "How long the agent must be silent after it has loaded a session, for agents that repeat history late."),
            Setting.of("sharedProcess", Setting.Type.BOOLEAN, "Whether one process may hold several sessions.")
                    .withDefault("false"),
            Setting.choice(
                            "cancelForm",
                            CancelForm.words(),
                            "How the agent is asked to stop: as the protocol says, by a request that it answers, or not at all:"
                                    + " its process is ended.")
                    .withDefault(CancelForm.NOTIFICATION.word()),
            Setting.choice(
                            "continueBy",
                            List.of("resume", "load"),
                            "How a session is continued where the agent offers both; loading repeats its history.")
                    .withDefault("resume"),
            Setting.of(
                    "initializeTimeout", Setting.Type.DURATION, "How long the handshake may take; it is tried twice."),
            Setting.of("authenticateTimeout", Setting.Type.DURATION, "How long signing in without a person may take."),
            Setting.of("sessionTimeout", Setting.Type.DURATION, "How long opening or loading a session may take."),
            Setting.of(
                    "optionTimeout", Setting.Type.DURATION, "How long setting a mode, a model or an option may take."),
            Setting.of(
                    "cancelGrace", Setting.Type.DURATION, "How long the agent may take to stop before it is ended."));

    static AcpOptions read(Map<String, String> options, Limits limits) {
        return new AcpOptions(
                Optional.ofNullable(options.get("authMethod")).filter(method -> !method.isBlank()),
                !"false".equals(options.get("authOnDemand")),
                duration(options, "replayQuiet"),
                "true".equals(options.get("sharedProcess")),
                CancelForm.of(options.getOrDefault("cancelForm", CancelForm.NOTIFICATION.word())),
                "load".equals(options.get("continueBy")),
                duration(options, "initializeTimeout").orElse(limits.initialize()),
                duration(options, "authenticateTimeout").orElse(limits.authenticate()),
                duration(options, "sessionTimeout").orElse(limits.openSession()),
                duration(options, "optionTimeout").orElse(limits.setOption()),
                duration(options, "cancelGrace").orElse(limits.cancelGrace()));
    }

    private static Optional<Duration> duration(Map<String, String> options, String key) {
        return Optional.ofNullable(options.get(key)).map(text -> {
            Matcher parts = DURATION.matcher(text);
            if (text.isEmpty() || !parts.matches()) {
                throw new AgentException(
                        ErrorCode.CONFIGURATION,
                        "option " + key + " is \"" + text
                                + "\"; a length of time is written as 500ms, 5s, 10m or 1h30m");
            }
            return Duration.ofHours(part(parts, 1))
                    .plusMinutes(part(parts, 2))
                    .plusSeconds(part(parts, 3))
                    .plusMillis(part(parts, 4));
        });
    }

    private static long part(Matcher parts, int group) {
        return parts.group(group) == null ? 0 : Long.parseLong(parts.group(group));
    }
}
