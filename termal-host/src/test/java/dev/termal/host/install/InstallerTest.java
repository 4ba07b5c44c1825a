package dev.termal.host.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.InstallPlan;
import dev.termal.api.spi.InstallPlan.Archive;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class InstallerTest {
    private static final String PROGRAM = "agent.par";

    @TempDir
    private Path folder;

    private final List<String> progress = new ArrayList<>();
    private byte[] body = new byte[0];
    private ArchiveServer server;

    @BeforeEach
    void serve() throws IOException {
        body = zip(PROGRAM, "program", "beside", "x".repeat(5_000), "deep/er", "more");
        server = new ArchiveServer(() -> body);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /** Names and texts in turn. */
    private static byte[] zip(String... entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < entries.length; i += 2) {
                zip.putNextEntry(new ZipEntry(entries[i]));
                zip.write(entries[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    private URI address(String path) {
        return server.address(path);
    }

    private InstallPlan plan(Optional<String> sha256) {
        return InstallPlan.of(
                "1.2.1",
                List.of(new Archive("linux-x86_64", address("/agent-1.2.1-linux-x86_64.zip"), sha256, PROGRAM)),
                folder.resolve("opt"),
                "proprietary");
    }

    private Installer installer(InstallPlan plan) {
        return new Installer(plan, "linux-x86_64", progress::add);
    }

    private List<String> left() throws IOException {
        if (!Files.exists(folder.resolve("opt"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.resolve("opt"))) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private AgentException fails(InstallPlan plan) {
        return assertThrows(AgentException.class, () -> installer(plan).install());
    }

    @Test
    @Tag("R-AG-105")
    @Tag("R-AG-107")
    @Tag("R-AG-108")
    void aBuildIsFetchedCheckedAndMadeTheCurrentOne() throws Exception {
        Installer.Installed done = installer(plan(Optional.empty())).install();
        assertFalse(done.wasThere());
        assertEquals(folder.resolve("opt/current/agent.par"), done.executable());
        assertTrue(Files.isExecutable(done.executable()));
        assertTrue(Files.isExecutable(folder.resolve("opt/1.2.1/beside")));
        assertEquals("more", Files.readString(folder.resolve("opt/1.2.1/deep/er")));
        assertEquals(Path.of("1.2.1"), Files.readSymbolicLink(folder.resolve("opt/current")));
        assertEquals(
                done.sha256() + "  agent-1.2.1-linux-x86_64.zip\n",
                Files.readString(folder.resolve("opt/1.2.1/zip.sha256")));
        assertEquals(List.of("1.2.1", "current"), left());
        assertTrue(progress.toString().contains("100 % of"), progress.toString());
    }

    @Test
    @Tag("R-AG-108")
    @Tag("R-AG-111")
    @Tag("PF-91")
    void whatIsThereIsNotFetchedAgain() throws Exception {
        Installer installer = installer(plan(Optional.empty()));
        assertTrue(installer.installed().isEmpty());
        assertEquals(List.of(), left(), "looking writes nothing");
        installer.install();
        Files.delete(folder.resolve("opt/current"));
        assertTrue(installer.install().wasThere());
        assertEquals(1, server.ranges.size());
        assertEquals(Path.of("1.2.1"), Files.readSymbolicLink(folder.resolve("opt/current")));
    }

    @Test
    @Tag("R-AG-106")
    void anotherBuildStandsBesideTheOldOne() throws Exception {
        installer(plan(Optional.empty())).install();
        InstallPlan newer = Installer.fromRegistry(plan(Optional.empty()), document(registry("1.3.0")));
        assertEquals("1.3.0", newer.version());
        body = zip(PROGRAM, "newer");
        Installer.Installed done = installer(newer).install();
        assertEquals("newer", Files.readString(done.executable()));
        assertEquals(List.of("1.2.1", "1.3.0", "current"), left());
    }

    private URI document(String text) {
        server.document = text;
        return address("/agent.json");
    }

    private String registry(String version) {
        return "{\"id\":\"x\",\"version\":\"" + version
                + "\",\"distribution\":{\"binary\":{\"linux-x86_64\":{\"archive\":\""
                + address("/agent-" + version + ".zip") + "\",\"cmd\":\"./" + PROGRAM + "\"},\"broken\":{}}}}";
    }

    @Tag("R-AG-106")
    @Tag("PF-89")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "no json",
                "{}",
                "{\"version\":\"../1\"}",
                "{\"version\":\"1\"}",
                "{\"version\":\"1\",\"distribution\":{\"binary\":{\"a-b\":{\"archive\":\"not an address\",\"cmd\":\"x\"}}}}"
            })
    void aDocumentThatIsNoneIsRefused(String text) {
        AgentException refused = assertThrows(
                AgentException.class, () -> Installer.fromRegistry(plan(Optional.empty()), document(text)));
        assertEquals(ErrorCode.CONFIGURATION, refused.code());
    }

    @Test
    @Tag("R-AG-107")
    @Tag("PF-90")
    void anotherArchiveThanWasPromisedIsRefused() throws Exception {
        AgentException promised = fails(plan(Optional.of("0".repeat(64))));
        assertTrue(promised.getMessage().contains("SHA-256"), promised.getMessage());
        assertEquals(List.of(), left());

        installer(plan(Optional.empty())).install();
        Files.delete(folder.resolve("opt/1.2.1/" + PROGRAM)); // as somebody may who wants it anew
        body = zip(PROGRAM, "swapped");
        AgentException swapped = fails(plan(Optional.empty()));
        assertTrue(swapped.getMessage().contains("Nothing was installed"), swapped.getMessage());
        assertFalse(Files.exists(folder.resolve("opt/1.2.1/" + PROGRAM)));
    }

    @Test
    @Tag("R-AG-108")
    @Tag("PF-90")
    void aConnectionThatBreaksOffGoesOnWhereItWas() throws Exception {
        server.breaksOff.set(2);
        Installer.Installed done = installer(plan(Optional.empty())).install();
        assertEquals("program", Files.readString(done.executable()));
        assertEquals(3, server.ranges.size());
        assertEquals(List.of("all", "bytes=" + body.length / 2 + "-"), server.ranges.subList(0, 2));
    }

    @Tag("R-AG-108")
    @Tag("PF-90")
    @ParameterizedTest
    @CsvSource({"500", "404"})
    void anAnswerThatIsNoneLeavesAllAsItWas(int code) throws Exception {
        installer(plan(Optional.empty())).install();
        server.status = code;
        AgentException failed = fails(
                plan(Optional.empty()).with("1.3.0", plan(Optional.empty()).archives()));
        assertTrue(failed.getMessage().contains("answered " + code), failed.getMessage());
        assertEquals(List.of("1.2.1", "current"), left());
        assertEquals("program", Files.readString(folder.resolve("opt/current/" + PROGRAM)));
    }

    @Test
    @Tag("PF-90")
    void whatBreaksOffForEverLeavesNothing() throws Exception {
        server.breaksOff.set(100);
        AgentException failed = fails(plan(Optional.empty()));
        assertTrue(failed.getMessage().contains("whole"), failed.getMessage());
        assertEquals(List.of(), left());
    }

    @Tag("R-AG-108")
    @Tag("PF-90")
    @ParameterizedTest
    @ValueSource(strings = {"../evil", "/etc/evil", "a/../../evil", "..\\evil", ".", "a/.."})
    void aFileThatLeadsOutOfTheFolderIsRefused(String name) throws Exception {
        body = zip(PROGRAM, "program", name, "evil");
        AgentException failed = fails(plan(Optional.empty()));
        assertTrue(failed.getMessage().contains("out of its folder"), failed.getMessage());
        assertEquals(List.of(), left());
        assertFalse(Files.exists(folder.resolve("evil")) || Files.exists(folder.resolve("opt/evil")));
    }

    @Test
    @Tag("PF-90")
    void whatIsNoArchiveOrLacksTheProgramIsRefused() throws Exception {
        body = zip("other", "x");
        assertTrue(fails(plan(Optional.empty())).getMessage().contains("does not hold agent.par"));
        body = new byte[4_096];
        new Random(7).nextBytes(body);
        fails(plan(Optional.empty()));
        assertEquals(List.of(), left());
    }

    @Test
    @Tag("R-AG-109")
    void aMachineWithoutAnArchiveIsToldWhichHaveOne() {
        AgentException refused = assertThrows(
                AgentException.class,
                () -> new Installer(plan(Optional.empty()), "plan9-mips", progress::add).install());
        assertEquals(ErrorCode.UNSUPPORTED, refused.code());
        assertTrue(refused.getMessage().contains("plan9-mips")
                && refused.getMessage().contains("linux-x86_64"));
        assertEquals(0, server.ranges.size());
    }

    @Tag("R-AG-109")
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, aarch64, linux-aarch64",
        "Mac OS X, aarch64, darwin-aarch64",
        "Windows 11, amd64, windows-x86_64",
        "Darwin, arm64, darwin-aarch64"
    })
    void machinesAreNamedAsArchivesAre(String system, String architecture, String platform) {
        assertEquals(platform, Platform.of(system, architecture));
    }
}
