package dev.termal.dist.packaged;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A Java on this machine that the packaged host is run on. */
public record Jdk(int major, Path home) {

    /** The one that runs the tests. */
    static Jdk own() {
        return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    /** The one that runs the tests, and a 25 where there is one. */
    public static Stream<Jdk> all() {
        Jdk own = own();
        return Stream.concat(Stream.of(own), find(25).filter(jdk -> own.major != 25).stream());
    }

    /** One of this version, where there is one. */
    public static Optional<Jdk> find(int major) {
        List<Path> places = List.of(
                Path.of("/usr/lib/jvm"),
                Path.of("/Library/Java/JavaVirtualMachines"),
                Path.of(System.getProperty("user.home"), ".sdkman/candidates/java"));
        return places.stream()
                .filter(Files::isDirectory)
                .flatMap(Jdk::below)
                .flatMap(home -> Stream.of(home, home.resolve("Contents/Home")))
                .filter(home -> Files.isExecutable(home.resolve("bin/java")) && isOf(home, major))
                .map(home -> new Jdk(major, home))
                .findFirst();
    }

    private static Stream<Path> below(Path place) {
        try (Stream<Path> homes = Files.list(place)) {
            return homes.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isOf(Path home, int major) {
        try {
            return Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"" + major);
        } catch (IOException e) {
            return false; // it does not say
        }
    }

    @Override
    public String toString() {
        return "JDK " + major;
    }
}
