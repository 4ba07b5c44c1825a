package dev.termal.host.store;

import dev.termal.host.session.StoreMain;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The classes of {@link StoreChild}ren, and flags with which they start soon. */
record ChildClasses(List<String> path, List<String> flags) {
    private static final List<String> FLAGS = List.of(
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
            "-Dtermal.dist=here",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC");

    /** Those of this JVM, for one child. */
    static ChildClasses here() {
        List<String> path = Stream.of(
                        placeOf(StoreMain.class),
                        placeOf(SessionStore.class),
                        System.getProperty("jdk.module.path", ""),
                        System.getProperty("java.class.path", ""))
                .flatMap(entry -> Stream.of(entry.split(File.pathSeparator)))
                .filter(entry -> !entry.isEmpty())
                .distinct()
                .toList();
        return new ChildClasses(path, FLAGS);
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** The same in an archive that the JVM maps, for many children: it halves what a start costs. */
    ChildClasses archived(Path folder) throws IOException, InterruptedException {
        List<String> jars = new ArrayList<>();
        for (String entry : path) { // an archive is of jars alone
            Path place = Path.of(entry);
            jars.add(
                    Files.isDirectory(place)
                            ? jar(place, folder.resolve(jars.size() + ".jar")).toString()
                            : entry);
        }
        Path archive = folder.resolve("classes.jsa");
        try (StoreChild first =
                StoreChild.start(with(jars, "-XX:ArchiveClassesAtExit=" + archive), List.of(), folder, 1, 3)) {
            first.rest();
            first.await();
        }
        return with(jars, "-XX:SharedArchiveFile=" + archive);
    }

    private static ChildClasses with(List<String> jars, String flag) {
        return new ChildClasses(
                jars,
                Stream.concat(FLAGS.stream(), Stream.of(flag, "-Xlog:disable")).toList());
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(
                        new ZipEntry(classes.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, zip);
            }
        }
        return jar;
    }

    /** The beginning of a command. */
    List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", path.stream().collect(Collectors.joining(File.pathSeparator))));
        return command;
    }
}
