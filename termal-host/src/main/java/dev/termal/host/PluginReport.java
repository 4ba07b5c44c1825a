package dev.termal.host;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.termal.host.plugin.PluginCatalog;
import dev.termal.host.plugin.PluginOrigin;
import dev.termal.host.plugin.PluginProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts together what was found in one place and what is wrong with it. */
final class PluginReport {
    private PluginReport() {}

    /** What was loaded, in its order, then what was not. */
    static List<PluginStatus> of(PluginCatalog catalog) {
        Map<Optional<Path>, List<String>> problems = catalog.problems().stream()
                .collect(groupingBy(PluginProblem::place, LinkedHashMap::new, mapping(PluginProblem::text, toList())));
        List<PluginStatus> list = new ArrayList<>();
        for (PluginOrigin origin : catalog.origins()) {
            list.add(new PluginStatus(
                    origin.module(),
                    origin.version().orElse(""),
                    origin.apiVersion().orElse(""),
                    place(origin.place()),
                    origin.sha256(),
                    catalog.provides(origin),
                    origin.isBuiltIn() ? List.of() : taken(problems, origin.place())));
        }
        problems.forEach((place, texts) -> list.add(new PluginStatus(
                place.map(Path::getFileName).map(Path::toString).orElse(""),
                "",
                "",
                place(place),
                Optional.empty(),
                List.of(),
                texts)));
        return list;
    }

    /** Each problem is told once, also where one place holds several modules. */
    private static List<String> taken(Map<Optional<Path>, List<String>> problems, Optional<Path> place) {
        return Optional.ofNullable(problems.remove(place)).orElse(List.of());
    }

    private static String place(Optional<Path> place) {
        return place.map(Path::toString).orElse("built in");
    }
}
