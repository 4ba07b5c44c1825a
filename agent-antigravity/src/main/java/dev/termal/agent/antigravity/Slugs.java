package dev.termal.agent.antigravity;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names of Antigravity's models. Those of Gemini end in how much they think ({@code gemini-3.7-flash-high}); without that
 * end the CLI takes it as a flag, and the ACP server, which has no such option, as part of the name.
 */
final class Slugs {
    /** Least first. */
    static final List<String> TIERS = List.of("low", "medium", "high");

    private static final String USUAL_TIER = "medium";

    /** Names that the ACP server has for what the CLI names otherwise. */
    private static final Map<String, String> ON_SERVER = Map.of("gemini-3.1-pro-high", "gemini-pro-agent");

    private static final Map<String, String> FAMILIES = Map.of(
            "flash", "-flash",
            "pro", "-pro",
            "gemini", "gemini-",
            "sonnet", "-sonnet",
            "opus", "-opus",
            "gpt-oss", "gpt-oss");

    private static final Pattern SHORT = Pattern.compile(
            "(?<family>gpt-oss|[a-z]+)(?:[ -](?<version>\\d[\\d.]*))?(?:[ -](?<tier>low|medium|high))?");

    private Slugs() {}

    /** A model that is wanted, and how much it shall think. */
    record Wanted(String slug, Optional<String> tier) {}

    /**
     * What is meant: a name as it is, or one for short, such as {@code flash}, {@code flash 3.7} or {@code pro-high}, for the
     * first of its family.
     *
     * @param known the names that may be meant, the newest first
     */
    static Wanted meant(String words, Optional<String> effort, List<String> known) {
        Optional<String> asked = effort.map(Slugs::tier);
        Matcher shorter = SHORT.matcher(words.strip().toLowerCase(Locale.ROOT));
        if (known.contains(words) || !shorter.matches() || !FAMILIES.containsKey(shorter.group("family"))) {
            return new Wanted(words, asked);
        }
        String part = FAMILIES.get(shorter.group("family"));
        Optional<String> version = Optional.ofNullable(shorter.group("version"));
        Optional<String> slug = known.stream()
                .map(Slugs::base)
                .filter(base -> base.contains(part))
                .filter(base -> version.isEmpty()
                        || base.contains("-" + version.get() + "-")
                        || base.endsWith("-" + version.get()))
                .findFirst();
        Optional<String> tier = asked.or(() -> Optional.ofNullable(shorter.group("tier")));
        return new Wanted(slug.orElse(words), tier);
    }

    /** A model's name as the CLI has it, without its tier; names of other makers may end so by themselves. */
    static String base(String slug) {
        String name = ON_SERVER.entrySet().stream()
                .filter(other -> other.getValue().equals(slug))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(slug);
        return tierOf(name)
                .filter(tier -> name.startsWith("gemini-"))
                .map(tier -> name.substring(0, name.length() - tier.length() - 1))
                .orElse(name);
    }

    static Optional<String> tierOf(String slug) {
        return TIERS.stream().filter(tier -> slug.endsWith("-" + tier)).findFirst();
    }

    /** Whether how much it thinks is said apart from its name. */
    static boolean takesEffort(String slug) {
        return slug.startsWith("gemini-") && tierOf(slug).isEmpty() && !ON_SERVER.containsValue(slug);
    }

    /** The tier for an effort in anybody's words; one that is not known is a tier as it stands. */
    static String tier(String effort) {
        return switch (effort.toLowerCase(Locale.ROOT)) {
            case "none", "minimal", "low" -> "low";
            case "high", "xhigh", "max" -> "high";
            default -> effort.toLowerCase(Locale.ROOT);
        };
    }

    /** The nearest of some tiers: the next one up, else the next one down. */
    static Optional<String> nearest(String tier, List<String> offered) {
        int wanted = TIERS.indexOf(tier);
        List<String> known = TIERS.stream().filter(offered::contains).toList();
        return wanted < 0
                ? Optional.empty()
                : known.stream()
                        .filter(each -> TIERS.indexOf(each) >= wanted)
                        .findFirst()
                        .or(() -> known.stream().max(Comparator.comparing(TIERS::indexOf)));
    }

    /**
     * The ACP server's name for what is wanted; as it is where the server offers nothing that it could be.
     *
     * @param current the model that the session has, which an effort alone is about
     */
    static Optional<String> onServer(
            Optional<String> model, Optional<String> effort, List<String> offered, String current) {
        if (model.isEmpty() && effort.isEmpty()) {
            return Optional.empty();
        }
        Wanted wanted = model.map(words -> meant(words, effort, offered))
                .orElseGet(() -> new Wanted(base(current), effort.map(Slugs::tier)));
        if (offered.contains(wanted.slug())) {
            return Optional.of(wanted.slug());
        }
        if (ON_SERVER.containsKey(wanted.slug())) {
            return Optional.of(ON_SERVER.get(wanted.slug()));
        }
        Function<String, String> named = tier -> {
            String slug = wanted.slug() + "-" + tier;
            return offered.contains(slug) ? slug : ON_SERVER.getOrDefault(slug, slug);
        };
        List<String> tiers = TIERS.stream()
                .filter(tier -> offered.contains(named.apply(tier)))
                .toList();
        return nearest(wanted.tier().orElse(USUAL_TIER), tiers).map(named).or(() -> Optional.of(wanted.slug()));
    }

    /** The CLI's arguments for what is wanted. */
    static List<String> arguments(Optional<String> model, Optional<String> effort) {
        Optional<Wanted> wanted = model.map(words -> meant(words, effort, AntigravityModels.KNOWN));
        List<String> arguments = new ArrayList<>();
        wanted.ifPresent(each -> arguments.addAll(List.of("--model", argument(each.slug()))));
        wanted.filter(each -> takesEffort(each.slug()))
                .map(each -> each.tier()
                        .map(tier -> nearest(tier, tiersKnownOf(each.slug())).orElse(tier)))
                .orElseGet(() -> model.isPresent() ? Optional.empty() : effort.map(Slugs::tier))
                .ifPresent(tier -> arguments.addAll(List.of("--effort", argument(tier))));
        return arguments;
    }

    private static List<String> tiersKnownOf(String base) {
        List<String> known = AntigravityModels.KNOWN.stream()
                .filter(slug -> base(slug).equals(base))
                .flatMap(slug -> tierOf(slug).stream())
                .toList();
        return known.isEmpty() ? TIERS : known;
    }

    private static String argument(String value) {
        return Stream.of(value)
                .filter(text -> !text.isBlank() && !text.startsWith("-"))
                .findFirst()
                .orElseThrow(() -> new AgentException(
                        ErrorCode.CONFIGURATION,
                        "Not the name of a model or an effort of Antigravity: \"" + value + "\"."));
    }
}
