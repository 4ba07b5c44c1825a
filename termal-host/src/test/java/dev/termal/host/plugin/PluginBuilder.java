package dev.termal.host.plugin;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Compiles and packs small plugins. */
final class PluginBuilder {
    private final Path work;
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, String> resources = new LinkedHashMap<>();
    private final Map<String, String> manifest = new LinkedHashMap<>();
    private final List<Path> modulePath = new ArrayList<>();
    private final List<Path> foreign = new ArrayList<>();
    private int java;
    private Predicate<String> packed = name -> true;

    /** A builder that works in a fresh folder. */
    PluginBuilder(Path parent) {
        try {
            work = Files.createTempDirectory(parent, "build");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    PluginBuilder source(String name, String text) {
        sources.put(name.replace('.', '/') + ".java", text);
        return this;
    }

    /** A module that requires the API. */
    PluginBuilder module(String name, String directives) {
        return source("module-info", "module " + name + " { requires dev.termal.api; " + directives + " }");
    }

    /** A class that provides an engine. */
    PluginBuilder engine(String className, String id) {
        return engine(className, id, "");
    }

    /** A class that provides an engine, with more members. */
    PluginBuilder engine(String className, String id, String members) {
        int dot = className.lastIndexOf('.');
        String simple = className.substring(dot + 1);
        return source(className, """
                package %s;
                import dev.termal.api.*;
                import dev.termal.api.spi.*;
                public class %s implements EngineProvider {
                    public EngineId id() { return new EngineId("%s"); }
                    public String displayName() { return "test"; }
                    public Engine create(EngineContext context) { throw new IllegalStateException(); }
                    %s
                }
                """.formatted(className.substring(0, dot), simple, id, members));
    }

    PluginBuilder resource(String name, String text) {
        resources.put(name, text);
        return this;
    }

    /** Names an engine as jars without a module-info do. */
    PluginBuilder service(String className) {
        return resource("META-INF/services/dev.termal.api.spi.EngineProvider", className + "\n");
    }

    PluginBuilder manifest(String name, String value) {
        manifest.put(name, value);
        return this;
    }

    PluginBuilder with(Path jar) {
        modulePath.add(jar);
        return this;
    }

    /** Adds classes that were compiled apart, as javac would refuse them together. */
    PluginBuilder classes(Path folder) {
        foreign.add(folder);
        return this;
    }

    /** Marks the module-info as one for this Java. */
    PluginBuilder java(int version) {
        java = version;
        return this;
    }

    /** Packs only what this allows. */
    PluginBuilder without(String name) {
        packed = packed.and(entry -> !entry.equals(name));
        return this;
    }

    /** The classes in a folder. */
    Path classes() throws IOException {
        Path classes = work.resolve("classes");
        List<String> arguments = new ArrayList<>(List.of("--release", "17", "-d", classes.toString()));
        List<String> path = new ArrayList<>();
        modulePath.forEach(jar -> path.add(jar.toString()));
        path.add(apiClasses().toString());
        String joined = String.join(File.pathSeparator, path);
        arguments.addAll(List.of(sources.containsKey("module-info.java") ? "-p" : "-cp", joined));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = work.resolve("src").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        if (!sources.isEmpty()) {
            StringWriter messages = new StringWriter();
            PrintWriter out = new PrintWriter(messages, true);
            ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
            boolean compiled = javac.run(out, out, arguments.toArray(String[]::new)) == 0;
            assertTrue(compiled, messages.toString());
        }
        for (Path folder : foreign) {
            copy(folder, classes);
        }
        if (java > 0) {
            Path info = classes.resolve("module-info.class");
            byte[] bytes = Files.readAllBytes(info);
            bytes[7] = (byte) (java + 44);
            Files.write(info, bytes);
        }
        for (Map.Entry<String, String> resource : resources.entrySet()) {
            Path file = classes.resolve(resource.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, resource.getValue());
        }
        return classes;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    Path jar(Path jar) throws IOException {
        Path classes = classes();
        Files.createDirectories(jar.getParent());
        Manifest description = new Manifest();
        description.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.forEach(description.getMainAttributes()::putValue);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), description);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = classes.relativize(file).toString().replace('\\', '/');
                if (packed.test(name)) {
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(file, out);
                    out.closeEntry();
                }
            }
        }
        return jar;
    }

    /** Where the API's module is in this run. */
    static Path apiClasses() {
        return Path.of(ModuleLayer.boot()
                .configuration()
                .findModule("dev.termal.api")
                .orElseThrow()
                .reference()
                .location()
                .orElseThrow());
    }
}
