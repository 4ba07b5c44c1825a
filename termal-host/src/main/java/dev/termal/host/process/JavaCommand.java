package dev.termal.host.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The command that runs a class of this installation in a JVM of its own, with the Java that runs this one. */
final class JavaCommand {
    // For small programs: half of the start-up time goes into a compiler and a collector that they do not need.
    private static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private JavaCommand() {}

    static List<String> of(String module, String mainClass) {
        return of(
                java(),
                ModuleLayer.boot().findModule(module).isPresent()
                        ? Optional.ofNullable(System.getProperty("jdk.module.path"))
                        : Optional.empty(),
                System.getProperty("java.class.path", ""),
                module,
                mainClass);
    }

    /** With a module path the class runs as a part of its module, else from the class path. */
    static List<String> of(Path java, Optional<String> modulePath, String classPath, String module, String mainClass) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(QUICK_START);
        modulePath.ifPresentOrElse(
                path -> command.addAll(List.of("-p", absolute(path), "-m", module + "/" + mainClass)),
                () -> command.addAll(List.of("-cp", absolute(classPath), mainClass)));
        return command;
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", Platform.isWindows() ? "java.exe" : "java");
    }

    /** The child may run in another folder. */
    private static String absolute(String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
