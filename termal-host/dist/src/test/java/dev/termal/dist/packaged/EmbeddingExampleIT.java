package dev.termal.dist.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The program of {@code docs/examples/embedding}, built by its own pom, on the module path and on the class path. */
class EmbeddingExampleIT extends RunTest {
    private static final String MAIN = "com.example.embedding.Embedding";

    private static Path lib;

    @BeforeAll
    @Timeout(300)
    static void build() throws Exception {
        lib = new ExampleBuild().build("embedding").get().resolve("lib");
    }

    static Stream<Arguments> ways() {
        return Jdk.all()
                .flatMap(jdk -> Stream.of(
                        Arguments.of(jdk, "module path", List.of("-p", "LIB", "-m", "com.example.embedding/" + MAIN)),
                        Arguments.of(jdk, "class path", List.of("-cp", "LIB/*", MAIN))));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("ways")
    void theProgramAsksAllowsAndGoesOn(Jdk jdk, String way, List<String> words) throws Exception {
        Ended ended = run(jdk, words);
        assertEquals(0, ended.exit(), ended::toString);
        List<String> lines = ended.out().lines().toList();
        assertTrue(lines.contains("demo: ready"), ended::toString);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("gemini: ")), ended::toString);
        assertTrue(lines.contains("allowed: Edit demo.txt"), ended::toString);
        assertTrue(ended.out().contains("You said: and thanks"), ended::toString);
        assertEquals(2, lines.stream().filter("outcome: done"::equals).count(), ended::toString);
        assertEquals("turns: 2", lines.get(lines.size() - 1));
        host.awaitNothingLeft();
    }

    private Ended run(Jdk jdk, List<String> words) {
        List<String> real =
                words.stream().map(word -> word.replace("LIB", lib.toString())).toList();
        return host.java(jdk, real).closeInput().end();
    }
}
