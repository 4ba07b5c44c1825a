package dev.termal.agent.antigravity;

import dev.termal.api.AgentException;
import dev.termal.api.spi.EngineBinding.ModelInfo;
import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.HostEnvironment.CommandResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The models that can be named without a session: those that {@code agy models} prints, else those that were known. */
final class AntigravityModels {
    /** What reports of 2026-09 name, the newest first. */
    static final List<String> KNOWN = List.of(
            "gemini-3.8-flash-high",
            "gemini-3.8-flash-medium",
            "gemini-3.8-flash-low",
            "gemini-3.7-flash-high",
            "gemini-3.7-flash-medium",
            "gemini-3.7-flash-low",
            "gemini-3.6-flash-high",
            "gemini-3.6-flash-medium",
            "gemini-3.6-flash-low",
            "gemini-3.1-pro-high",
            "gemini-3.1-pro-low",
            "claude-opus-4-6-thinking",
            "gpt-oss-120b-medium");

    private static final Duration PATIENCE = Duration.ofSeconds(8);

    /** A name and what people call it; banners have no hyphen in their first word. */
    private static final Pattern LINE = Pattern.compile("([A-Za-z0-9][\\w.]*(?:-[\\w.]+)+)(?:\\s+(\\S.*))?");

    private AntigravityModels() {}

    /**
     * The models there are.
     *
     * @param fallback whether the CLI could not be asked, and these are those that were known
     */
    record Listed(List<ModelInfo> models, boolean fallback) {}

    /** Whether there is a model that these words mean; empty where the CLI could not be asked, and none of those known is. */
    static Optional<Boolean> has(String words, HostEnvironment environment) throws InterruptedException {
        Set<String> printed = ask(AgyCli.search(environment), environment).keySet();
        if (!printed.isEmpty()) {
            return Optional.of(means(words, List.copyOf(printed)));
        }
        return means(words, KNOWN) ? Optional.of(true) : Optional.empty();
    }

    private static boolean means(String words, List<String> slugs) {
        String slug = Slugs.meant(words, Optional.empty(), slugs).slug();
        return slugs.contains(slug)
                || slugs.stream().map(Slugs::base).anyMatch(base -> base.equals(slug) && !slugs.contains(base));
    }

    static Listed list(HostEnvironment environment) throws InterruptedException {
        Map<String, String> printed = ask(AgyCli.search(environment), environment);
        if (!printed.isEmpty()) {
            return new Listed(collapsed(printed), false);
        }
        Map<String, String> known = new LinkedHashMap<>();
        KNOWN.forEach(slug -> known.put(slug, ""));
        return new Listed(collapsed(known), true);
    }

    /** What the CLI prints, which may take it seconds; nothing where it cannot. */
    private static Map<String, String> ask(ExecutableSearch search, HostEnvironment environment)
            throws InterruptedException {
        Optional<Path> cli = search.find();
        if (cli.isEmpty()) {
            return Map.of();
        }
        try {
            CommandResult result = environment.run(List.of(cli.get().toString(), "models"), PATIENCE);
            return result.exitCode() == 0 ? parse(result.stdout()) : Map.of();
        } catch (AgentException e) {
            return Map.of(); // what is wrong with it shows when it is used
        }
    }

    /** Names with what people call them, in the order of the lines. */
    static Map<String, String> parse(String output) {
        Map<String, String> models = new LinkedHashMap<>();
        output.lines()
                .map(String::strip)
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .forEach(line -> models.putIfAbsent(
                        line.group(1), Optional.ofNullable(line.group(2)).orElse("")));
        return models;
    }

    /** Models of Gemini that differ in their tier alone are one, of which the effort is chosen apart. */
    static List<ModelInfo> collapsed(Map<String, String> slugs) {
        Map<String, List<String>> tiers = new LinkedHashMap<>();
        slugs.keySet()
                .forEach(slug -> tiers.computeIfAbsent(Slugs.base(slug), base -> new ArrayList<>())
                        .add(slug));
        List<ModelInfo> models = new ArrayList<>();
        tiers.forEach((base, members) -> {
            if (members.size() > 1) {
                List<String> efforts = Slugs.TIERS.stream()
                        .filter(tier -> members.contains(base + "-" + tier))
                        .toList();
                models.add(new ModelInfo(base, base, "effort " + String.join(", ", efforts)));
            } else {
                String slug = members.get(0);
                String label = slugs.getOrDefault(slug, "");
                models.add(new ModelInfo(slug, label.isEmpty() ? slug : label, ""));
            }
        });
        return models;
    }
}
