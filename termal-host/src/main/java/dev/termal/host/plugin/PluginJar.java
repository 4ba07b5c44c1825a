package dev.termal.host.plugin;

import dev.termal.host.text.IoReason;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipException;

/**
 * One jar, or one folder of classes, of a plugin.
 *
 * @param module the one module in it
 * @param apiVersion what its manifest says of the API that it was made for
 */
record PluginJar(Path place, ModuleReference module, Optional<String> apiVersion) {
    private static final String API_VERSION = "TermAl-Api-Version";
    private static final int CLASS_VERSION_OF_JAVA_0 = 44;

    /** A jar that cannot be used, and why. */
    static final class Unusable extends Exception {
        private static final long serialVersionUID = 1L;

        private final String why;

        Unusable(String why, Throwable cause) {
            super(why, cause);
            this.why = why;
        }

        Unusable(String why) {
            super(why);
            this.why = why;
        }

        String why() {
            return why;
        }
    }

    static PluginJar read(Path place) throws Unusable {
        Optional<String> apiVersion = Files.isDirectory(place) ? Optional.empty() : readJar(place);
        try {
            Set<ModuleReference> modules = ModuleFinder.of(place).findAll();
            if (modules.size() == 1) {
                return new PluginJar(place, modules.iterator().next(), apiVersion);
            }
            throw new Unusable("it holds no module");
        } catch (FindException e) {
            throw new Unusable(why(e), e);
        }
    }

    /** Looks into the jar itself, as the JDK's own errors do not tell one fault from another. */
    private static Optional<String> readJar(Path place) throws Unusable {
        try (JarFile jar = new JarFile(place.toFile())) {
            JarEntry descriptor = jar.getJarEntry("module-info.class");
            if (descriptor != null) {
                try (DataInputStream in = new DataInputStream(jar.getInputStream(descriptor))) {
                    in.readInt(); // the magic number
                    in.readUnsignedShort();
                    int java = in.readUnsignedShort() - CLASS_VERSION_OF_JAVA_0;
                    if (java > Runtime.version().feature()) {
                        throw new Unusable("it needs Java " + java + ", but the host runs on Java "
                                + Runtime.version().feature() + ": start the host with a newer Java");
                    }
                }
            }
            return Optional.ofNullable(jar.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(API_VERSION));
        } catch (ZipException e) {
            throw new Unusable("it is no jar, or a damaged one (" + e.getMessage() + "): fetch it again", e);
        } catch (IOException e) {
            throw new Unusable("it cannot be read (" + IoReason.of(e) + ")", e);
        }
    }

    private static String why(FindException e) {
        Throwable cause = Optional.ofNullable(e.getCause()).orElse(e);
        if (cause instanceof IllegalArgumentException) {
            return "its file name gives no module name (" + cause.getMessage()
                    + "): rename it, or add Automatic-Module-Name to its manifest";
        }
        return "its description is wrong (" + Text.oneLine(cause) + "): it has to be built anew";
    }

    String name() {
        return descriptor().name();
    }

    ModuleDescriptor descriptor() {
        return module.descriptor();
    }

    Optional<String> sha256() {
        if (Files.isDirectory(place)) {
            return Optional.empty();
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return Optional.of(HexFormat.of().formatHex(digest.digest(Files.readAllBytes(place))));
        } catch (IOException | NoSuchAlgorithmException e) {
            return Optional.empty();
        }
    }
}
