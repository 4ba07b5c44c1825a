package dev.termal.engine.streamjson;

import dev.termal.api.AgentException;
import dev.termal.api.Capabilities;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.spi.Setting;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The protocol options of one connection: what bindings and config may say of an agent's ways, by neutral names.
 *
 * @param process how long a process lives
 * @param lingerTimeout how long a process may live on after the end of its only turn
 * @param features what the agent can do beyond text and tool calls
 */
record StreamJsonOptions(ProcessModel process, Duration lingerTimeout, Set<Feature> features) {
    /** How long a process lives. */
    enum ProcessModel {
        /** One process a turn: it ends with its turn. */
        PER_TURN("per-turn"),
        /** One process a session: it takes prompts as lines of its standard input. */
        PER_SESSION("per-session");

        private final String word;

        ProcessModel(String word) {
            this.word = word;
        }
    }

    private static final String PROCESS = "process";
    private static final String LINGER_TIMEOUT = "lingerTimeout";
    private static final String FEATURES = "features";

    private static final Pattern DURATION =
            Pattern.compile("(?:(\\d{1,6})h)?(?:(\\d{1,8})m(?!s))?(?:(\\d{1,9})s)?(?:(\\d{1,12})ms)?");

    /** What every agent behind this engine can do, as the engine itself does it. */
    private static final Set<Feature> ALWAYS = Set.of(Feature.EMBEDDED_CONTEXT);

    /** What a binding can claim. An agent behind this engine can neither ask nor be asked to stop. */
    private static final Map<String, Feature> CLAIMABLE = claimable();

    static final List<Setting> SETTINGS = List.of(
            Setting.choice(
                            PROCESS,
                            Arrays.stream(ProcessModel.values())
                                    .map(model -> model.word)
                                    .toList(),
                            "How long a process lives: for one turn, or for the session, where the agent takes prompts as"
                                    + " lines of its input.")
                    .withDefault(ProcessModel.PER_TURN.word),
            Setting.of(
                            LINGER_TIMEOUT,
                            Setting.Type.DURATION,
                            "How long a process may live on after the end of its turn before it is ended.")
                    .withDefault("10s"),
            Setting.of(
                            FEATURES,
                            Setting.Type.LIST,
                            "What the agent can do beyond text and tool calls, of: "
                                    + String.join(", ", CLAIMABLE.keySet()) + ".")
                    .withDefault("resume"));

    private static Map<String, Feature> claimable() {
        Map<String, Feature> words = new LinkedHashMap<>();
        words.put("resume", Feature.SESSION_RESUME);
        words.put("usage", Feature.USAGE);
        words.put("thoughts", Feature.THOUGHTS);
        words.put("plans", Feature.PLANS);
        words.put("diffs", Feature.DIFFS);
        words.put("modes", Feature.MODES);
        words.put("folders", Feature.ADDITIONAL_DIRECTORIES);
        words.put("mcp-stdio", Feature.MCP_STDIO);
        words.put("mcp-http", Feature.MCP_HTTP);
        return words;
    }

    /**
     * Reads options that the host has checked, or that it has not.
     *
     * @throws AgentException {@link ErrorCode#CONFIGURATION} for a value that is none
     */
    static StreamJsonOptions read(Map<String, String> options) {
        Map<String, String> all = new LinkedHashMap<>();
        SETTINGS.forEach(setting -> setting.defaultValue().ifPresent(value -> all.put(setting.key(), value)));
        all.putAll(options);
        return new StreamJsonOptions(
                process(all.getOrDefault(PROCESS, "")),
                duration(all.getOrDefault(LINGER_TIMEOUT, "")),
                features(all.getOrDefault(FEATURES, "")));
    }

    Capabilities capabilities() {
        return new Capabilities(features);
    }

    private static ProcessModel process(String word) {
        return Arrays.stream(ProcessModel.values())
                .filter(model -> model.word.equals(word))
                .findFirst()
                .orElseThrow(() -> wrong(PROCESS, word, "it must be per-turn or per-session"));
    }

    private static Set<Feature> features(String words) {
        EnumSet<Feature> features = EnumSet.copyOf(ALWAYS);
        for (String word : words.split(",")) {
            String name = word.strip();
            if (!name.isEmpty()) {
                Feature feature = CLAIMABLE.get(name);
                if (feature == null) {
                    throw wrong(FEATURES, name, "its words are " + String.join(", ", CLAIMABLE.keySet()));
                }
                features.add(feature);
            }
        }
        return Set.copyOf(features);
    }

    private static Duration duration(String text) {
        Matcher parts = DURATION.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            throw wrong(LINGER_TIMEOUT, text, "a length of time is written as 500ms, 5s, 10m or 1h30m");
        }
        return Duration.ofHours(part(parts, 1))
                .plusMinutes(part(parts, 2))
                .plusSeconds(part(parts, 3))
                .plusMillis(part(parts, 4));
    }

    private static long part(Matcher parts, int group) {
        return parts.group(group) == null ? 0 : Long.parseLong(parts.group(group));
    }

    private static AgentException wrong(String key, String value, String rule) {
        return new AgentException(ErrorCode.CONFIGURATION, "option " + key + " is \"" + value + "\"; " + rule);
    }
}
