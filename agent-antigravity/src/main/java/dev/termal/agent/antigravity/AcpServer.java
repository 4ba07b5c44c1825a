package dev.termal.agent.antigravity;

import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where Antigravity's ACP server is: as configured, else on the search path, else where it is commonly installed, one folder a
 * build with a link to the current one.
 */
final class AcpServer {
    private AcpServer() {}

    static ExecutableSearch search(HostEnvironment environment) {
        String name = name(environment);
        return ExecutableSearch.of(AntigravityProfile.ID, environment)
                .setting(AntigravityProfile.ACP_EXECUTABLE)
                .name(name)
                .path(environment
                        .home()
                        .resolve(".local")
                        .resolve("opt")
                        .resolve("agy-acp")
                        .resolve("current")
                        .resolve(name));
    }

    private static String name(HostEnvironment environment) {
        return environment.platform().equals("windows") ? "agy_acp_server.exe" : "agy_acp_server.par";
    }

    /** The server's second file, which stands beside it. */
    static Optional<Path> harness(Path executable) {
        return folder(executable)
                .map(folder -> folder.resolve("localharness_external"))
                .filter(Files::isRegularFile);
    }

    /** The build that an executable belongs to, which its folder is named after. */
    static String build(Path executable) {
        return folder(executable)
                .map(folder -> String.valueOf(folder.getFileName()))
                .orElse("unknown");
    }

    private static Optional<Path> folder(Path executable) {
        try {
            return Optional.ofNullable(executable.toRealPath().getParent());
        } catch (IOException e) {
            return Optional.ofNullable(executable.toAbsolutePath().getParent());
        }
    }
}
