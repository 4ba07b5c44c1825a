package dev.termal.dist.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.dist.OurModules;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The signatures that others compile against, in {@code docs/api}: a change of them shows in a review, and one that was not meant
 * fails here.
 */
class ApiPagesTest {
    private static final Set<String> MODULES = Set.of("dev.termal.api", "dev.termal.host");
    private static final Pattern OURS = Pattern.compile("dev\\.termal(\\.[a-z]+)+(?=\\.[A-Z])");

    private static final TreeMap<String, List<Class<?>>> PACKAGES = new TreeMap<>();

    @BeforeAll
    static void look() throws Exception {
        for (ModuleReference module : OurModules.all().toList()) {
            if (MODULES.contains(module.descriptor().name())) {
                for (Exports exported : module.descriptor().exports()) {
                    PACKAGES.put(exported.source(), classes(module, exported.source()));
                }
            }
        }
    }

    private static List<Class<?>> classes(ModuleReference module, String packageName) throws Exception {
        String folder = packageName.replace('.', '/') + "/";
        List<Class<?>> classes = new ArrayList<>();
        try (ModuleReader reader = module.open();
                Stream<String> files = reader.list()) {
            for (String file :
                    files.filter(f -> f.matches(folder + "[^/-]+\\.class")).toList()) {
                String name =
                        file.substring(0, file.length() - ".class".length()).replace('/', '.');
                classes.add(Class.forName(name, false, ApiPagesTest.class.getClassLoader()));
            }
        }
        return classes;
    }

    @Test
    void thePagesSayWhatIsCompiledAgainst() throws IOException {
        assertEquals(
                Set.of("dev.termal.api", "dev.termal.api.spi", "dev.termal.host", "dev.termal.host.event"),
                PACKAGES.keySet());
        for (String name : PACKAGES.keySet()) {
            GeneratedPage.check("api/" + name + ".txt", ApiPages.page(name, PACKAGES.get(name)));
        }
    }

    /** A caller can name all that it is given and must give. */
    @Test
    void nothingThatIsSeenSpeaksOfWhatIsNot() {
        String all = PACKAGES.values().stream().map(ApiPages::exact).collect(Collectors.joining());
        assertEquals(
                PACKAGES.keySet(),
                OURS.matcher(all).results().map(MatchResult::group).collect(Collectors.toSet()));
        List<String> hidden = PACKAGES.values().stream()
                .flatMap(List::stream)
                .filter(type -> !ApiPages.isSeen(type) && type.getCanonicalName() != null)
                .map(Class::getCanonicalName)
                .filter(name -> Pattern.compile("\\b" + Pattern.quote(name) + "\\b")
                        .matcher(all)
                        .find())
                .toList();
        assertEquals(List.of(), hidden);
    }
}
