package dev.termal.host.install;

import java.util.Locale;

/** This machine as archives are named for: operating system and architecture. */
final class Platform {
    private Platform() {}

    static String current() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static String of(String system, String architecture) {
        String os = system.toLowerCase(Locale.ROOT);
        String name = os.contains("win") && !os.contains("darwin")
                ? "windows"
                : os.contains("mac") || os.contains("darwin") ? "darwin" : os.contains("linux") ? "linux" : os;
        String arch = architecture.toLowerCase(Locale.ROOT);
        return name + "-"
                + switch (arch) {
                    case "amd64", "x86_64", "x64" -> "x86_64";
                    case "aarch64", "arm64" -> "aarch64";
                    default -> arch;
                };
    }
}
