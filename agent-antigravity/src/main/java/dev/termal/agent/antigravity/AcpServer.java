package dev.termal.agent.antigravity;

import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.InstallPlan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where Antigravity's ACP server is: as configured, else on the search path, else where it is commonly installed, one folder a
 * build with a link to the current one.
 */
final class AcpServer {
    static final String REGISTRY =
            "https://raw.githubusercontent.com/agentclientprotocol/registry/main/antigravity-acp/agent.json";

    /** The pinned build. */
    static final String BUILD = "1.2.1";

    private static final String ARCHIVES = "https://dl.google.com/agy-extensions/releases/";
    private static final Pattern ARCHIVE =
            Pattern.compile("agy-acp-server-(.+)-(darwin|linux|windows)-(arm64|x86_64)\\.zip");

    private AcpServer() {}

    /** The pinned build, for every platform that there is one for. */
    static InstallPlan installPlan(HostEnvironment environment) {
        List<InstallPlan.Archive> archives = Stream.of("darwin", "linux", "windows")
                .flatMap(os -> Stream.of("aarch64", "x86_64").map(architecture -> archive(os, architecture)))
                .toList();
        Optional<URI> registry = environment
                .setting(AntigravityProfile.ID, AntigravityProfile.REGISTRY)
                .map(URI::create);
        return new InstallPlan(
                BUILD,
                archives,
                folder(environment),
                "proprietary, Google LLC",
                Optional.of(URI.create("https://antigravity.google/terms")),
                registry,
                List.of(
                        "It is an archive of about 300 MB and 1.6 GB on the disk.",
                        "It has a sign-in of its own: that of the agy CLI does not count for it.",
                        "Starts that fail in TCMalloc were reported on Linux for aarch64 (a Chromebook); the CLI works there."));
    }

    private static InstallPlan.Archive archive(String os, String architecture) {
        String folder = os.equals("darwin") ? "macos" : os;
        String name = "agy-acp-server-" + BUILD + "-" + os + "-"
                + (architecture.equals("aarch64") ? "arm64" : architecture) + ".zip";
        return new InstallPlan.Archive(
                os + "-" + architecture,
                URI.create(ARCHIVES + folder + "/" + name),
                Optional.empty(),
                os.equals("windows") ? "agy_acp_server.exe" : "agy_acp_server.par");
    }

    /** The build that an archive's name tells; empty for a name of another form. */
    static Optional<String> buildOf(String archive) {
        return Optional.of(ARCHIVE.matcher(archive)).filter(Matcher::matches).map(name -> name.group(1));
    }

    private static Path folder(HostEnvironment environment) {
        return environment.home().resolve(".local").resolve("opt").resolve("agy-acp");
    }

    static ExecutableSearch search(HostEnvironment environment) {
        String name = name(environment);
        return ExecutableSearch.of(AntigravityProfile.ID, environment)
                .setting(AntigravityProfile.ACP_EXECUTABLE)
                .name(name)
                .path(folder(environment).resolve("current").resolve(name));
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
