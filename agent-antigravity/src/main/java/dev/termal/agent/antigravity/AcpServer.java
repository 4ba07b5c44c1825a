package dev.termal.agent.antigravity;

import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;
import java.io.IOException;
import java.nio.file.Path;

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

    /** The build that an executable belongs to, which its folder is named after. */
    static String build(Path executable) {
        Path real;
        try {
            real = executable.toRealPath();
        } catch (IOException e) {
            real = executable.toAbsolutePath();
        }
        Path folder = real.getParent();
        return folder == null ? "unknown" : String.valueOf(folder.getFileName());
    }
}
