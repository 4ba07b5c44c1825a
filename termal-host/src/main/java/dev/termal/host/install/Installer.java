package dev.termal.host.install;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.InstallPlan;
import dev.termal.api.spi.InstallPlan.Archive;
import dev.termal.host.process.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Puts one build of an agent into its folder: {@code <folder>/<build>} with what the archive holds and {@code zip.sha256}, and
 * {@code <folder>/current} linked to it. A failure leaves all as it was.
 */
public final class Installer {
    private static final String DIGEST = "zip.sha256";

    private final InstallPlan plan;
    private final String platform;
    private final Consumer<String> progress;

    /**
     * An installer for this machine.
     *
     * @param progress takes what happens, a line each
     */
    public Installer(InstallPlan plan, Consumer<String> progress) {
        this(plan, Platform.current(), progress);
    }

    Installer(InstallPlan plan, String platform, Consumer<String> progress) {
        this.plan = plan;
        this.platform = platform;
        this.progress = progress;
    }

    /** The plan that a registry's document of now makes of a profile's. */
    public static InstallPlan fromRegistry(InstallPlan plan, URI registry) throws InterruptedException {
        return RegistryDocument.over(plan, Download.text(registry), registry);
    }

    /** What is there after an install, or was there before. */
    public record Installed(Path executable, String version, String sha256, boolean wasThere) {}

    /** The archive for this machine. */
    public Archive archive() {
        return plan.archives().stream()
                .filter(archive -> archive.platform().equals(platform))
                .findFirst()
                .orElseThrow(() -> new AgentException(
                        ErrorCode.UNSUPPORTED,
                        "There is no archive for " + platform + "; there are some for "
                                + plan.archives().stream()
                                        .map(Archive::platform)
                                        .sorted()
                                        .collect(Collectors.joining(", "))));
    }

    /** What is there already of this build; looks and changes nothing. */
    public Optional<Installed> installed() {
        Path executable = build().resolve(archive().executable());
        return Files.isRegularFile(executable) && Files.isExecutable(executable)
                ? Optional.of(new Installed(
                        current().resolve(archive().executable()),
                        plan.version(),
                        recorded().orElse(""),
                        true))
                : Optional.empty();
    }

    private Path build() {
        return plan.folder().resolve(plan.version());
    }

    private Path current() {
        return plan.folder().resolve("current");
    }

    /** Fetches, checks and unpacks the build where it is not there, and makes it the current one. */
    public Installed install() throws InterruptedException {
        try {
            Optional<Installed> before = installed();
            if (before.isPresent()) {
                link();
                return before.get();
            }
            Files.createDirectories(plan.folder());
            String attempt = ".install-" + UUID.randomUUID().toString().substring(0, 8);
            Path zip = plan.folder().resolve(attempt + ".zip");
            Path unpacked = plan.folder().resolve(attempt);
            try {
                String sha256 = new Download(archive().url(), zip, progress).run();
                check(sha256);
                progress.accept("unpacking");
                new Unpacking(zip, unpacked).run();
                if (!Files.isRegularFile(unpacked.resolve(archive().executable()))) {
                    throw InstallError.of(
                            "The archive does not hold " + archive().executable());
                }
                Files.writeString(unpacked.resolve(DIGEST), sha256 + "  " + fileName() + "\n");
                PrivateFiles.deleteTree(build());
                Files.move(unpacked, build(), StandardCopyOption.ATOMIC_MOVE);
                link();
                return new Installed(current().resolve(archive().executable()), plan.version(), sha256, false);
            } finally {
                Files.deleteIfExists(zip);
                PrivateFiles.deleteTree(unpacked);
            }
        } catch (IOException e) {
            throw InstallError.of("Could not install into " + plan.folder(), e);
        } catch (UncheckedIOException e) {
            throw InstallError.of("Could not install into " + plan.folder(), e);
        }
    }

    private String fileName() {
        String path = archive().url().getPath();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** A digest that is known must be met: the plan's, else that of the first download of this build. */
    private void check(String sha256) {
        Optional<String> wanted = archive().sha256().or(this::recorded);
        if (wanted.isPresent() && !wanted.get().equalsIgnoreCase(sha256)) {
            throw InstallError.of("The archive is another one than it was: its SHA-256 is " + sha256 + " and not "
                    + wanted.get() + ". Nothing was installed");
        }
    }

    private Optional<String> recorded() {
        try {
            Path file = build().resolve(DIGEST);
            return Files.isRegularFile(file)
                    ? Optional.of(Files.readString(file).strip().split("\\s", 2)[0])
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The link is replaced in one step, so that nobody finds none. */
    private void link() throws IOException {
        Path fresh =
                plan.folder().resolve(".current-" + UUID.randomUUID().toString().substring(0, 8));
        try {
            Files.createSymbolicLink(fresh, Path.of(plan.version()));
            Files.move(fresh, current(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (UnsupportedOperationException e) {
            throw new IOException("this system has no links", e);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
