package dev.termal.dist.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.termal.dist.launcher.LauncherSandbox.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which Java the launcher takes, and what it hands to it. */
@DisabledOnOs(OS.WINDOWS)
class LauncherStartIT {

    private static final Map<String, String> NO_ARCHIVE = Map.of("TERMAL_ARCHIVE", "off");

    @TempDir
    Path temp;

    private LauncherSandbox box;
    private Path termal;

    @BeforeEach
    void install() throws Exception {
        box = new LauncherSandbox(temp);
        termal = box.install("installed here");
    }

    private static String says(String word) {
        return "#!/bin/sh\necho " + word + "\n";
    }

    private String chosen(Map<String, String> environment) throws Exception {
        Map<String, String> env = new HashMap<>(NO_ARCHIVE);
        env.putAll(environment);
        Result r = box.run(termal, env, "--version");
        assertEquals("", r.err());
        return r.out().strip();
    }

    @Test
    void takesWhatTermalJavaNames() throws Exception {
        Path named = box.jdk(box.dir.resolve("named"), "17.0.1", says("named"));
        Path home = box.jdk(box.dir.resolve("java home"), "25", says("home"));
        String java = named.resolve("bin/java").toString();
        assertEquals("named", chosen(Map.of("TERMAL_JAVA", named.toString(), "JAVA_HOME", home.toString())));
        assertEquals("named", chosen(Map.of("TERMAL_JAVA", java, "JAVA_HOME", home.toString())));
    }

    @Test
    void refusesATermalJavaThatIsTooOld() throws Exception {
        Path old = box.jdk(box.dir.resolve("old"), "1.8.0_402", says("old"));
        box.jdk(box.jvms.resolve("good"), "25", says("good"));
        Result r = box.run(termal, Map.of("TERMAL_JAVA", old.toString()), "--version");
        assertEquals(2, r.exit());
        assertEquals("", r.out());
        assertTrue(r.err().contains("TERMAL_JAVA") && r.err().contains("Java 1"), r.err());
    }

    @Test
    void aTermalJavaThatIsNotThereIsAnErrorAndNoOtherIsTaken() throws Exception {
        box.jdk(box.jvms.resolve("good"), "25", says("good"));
        for (String wrong : List.of("/no/such/java", box.dir.toString(), "/etc/passwd")) {
            Result r = box.run(termal, Map.of("TERMAL_JAVA", wrong), "--version");
            assertEquals(2, r.exit(), r::toString);
            assertEquals("", r.out());
            assertTrue(r.err().startsWith("termal: TERMAL_JAVA"), r.err());
        }
    }

    private String locale(String name, String value) throws Exception {
        box.jdk(box.jvms.resolve("j"), "17", "#!/bin/sh\necho \"${LC_ALL-none} ${TERMAL_LAUNCHER_LC_ALL-none}\"\n");
        Map<String, String> env = new HashMap<>(NO_ARCHIVE);
        env.put("LC_ALL", ""); // as if it were not there
        env.put(name, value);
        return box.run(termal, env, "--version").out().strip();
    }

    @Test
    void givesTheJavaALocaleInWhichItCanNameAllFiles() throws Exception {
        assumeTrue(
                Files.isDirectory(Path.of("/usr/lib/locale/C.utf8"))
                        || Files.isDirectory(Path.of("/usr/lib/locale/C.UTF-8")),
                "the system has the locale C.UTF-8");
        assertEquals("C.UTF-8 =", locale("LANG", ""));
        assertEquals("C.UTF-8 =", locale("LANG", "C"));
        assertEquals("C.UTF-8 =", locale("LC_CTYPE", "POSIX"));
        assertEquals("C.UTF-8 =POSIX", locale("LC_ALL", "POSIX"));
        assertEquals("C.UTF-8 =xx_XX.utf8", locale("LC_ALL", "xx_XX.utf8"), "it may not be installed");
        assertEquals("de_DE@euro none", locale("LC_ALL", "de_DE@euro"), "files may be named in its encoding");
    }

    @Test
    void takesJavaHomeBeforeANewerOne() throws Exception {
        Path home = box.jdk(box.dir.resolve("java home"), "17.0.9", says("home"));
        box.jdk(box.jvms.resolve("new"), "25.0.3", says("new"));
        assertEquals("home", chosen(Map.of("JAVA_HOME", home.toString())));
    }

    @Test
    void passesOverAJavaHomeThatIsTooOld() throws Exception {
        Path home = box.jdk(box.dir.resolve("java home"), "11.0.2", says("home"));
        box.jdk(box.jvms.resolve("new"), "21", says("new"));
        assertEquals("new", chosen(Map.of("JAVA_HOME", home.toString())));
    }

    @Test
    void prefers25OverTheOneOnPath() throws Exception {
        Path onPath = box.jdk(box.dir.resolve("on path"), "17.0.15", says("path"));
        box.linkOnPath("java", onPath.resolve("bin/java"));
        assertEquals("path", chosen(Map.of()));
        box.jdk(box.jvms.resolve("a21"), "21.0.1", says("21"));
        assertEquals("path", chosen(Map.of()));
        box.jdk(box.jvms.resolve("b25"), "25.0.3", says("25"));
        box.jdk(box.jvms.resolve("c26"), "26", says("26"));
        assertEquals("25", chosen(Map.of()));
    }

    @Test
    void findsOneOfSdkman() throws Exception {
        box.jdk(box.home.resolve(".sdkman/candidates/java/25.0.3-tem"), "25.0.3", says("sdkman"));
        assertEquals("sdkman", chosen(Map.of()));
    }

    @Test
    void asksAShimForItsHome() throws Exception {
        Path real = box.jdk(box.dir.resolve("managed"), "21.0.2", says("managed"));
        box.onPath("java", "#!/bin/sh\necho '    java.home = " + real + "' >&2\n");
        assertEquals("managed", chosen(Map.of()));
    }

    @Test
    void asksAJavaWithoutAReleaseFileForItsVersion() throws Exception {
        Path home = box.dir.resolve("bare");
        box.script(
                home.resolve("bin/java"),
                "#!/bin/sh\n[ \"$1\" = -version ] && echo 'openjdk version \"21.0.2\" 2024' >&2 || echo bare\n");
        assertEquals("bare", chosen(Map.of("JAVA_HOME", home.toString())));
    }

    @Test
    void saysWhatWasTriedWhenThereIsNone() throws Exception {
        Path home = box.jdk(box.dir.resolve("java home"), "11.0.2", says("home"));
        box.jdk(box.jvms.resolve("old"), "16.0.2", says("old"));
        Result r = box.run(termal, Map.of("JAVA_HOME", home.toString()), "--version");
        assertEquals(1, r.exit());
        assertTrue(r.err().contains("needs Java 17 or newer"), r.err());
        assertTrue(r.err().contains("JAVA_HOME=" + home + ": Java 11"), r.err());
        assertTrue(r.err().contains(box.jvms.resolve("old") + ": Java 16"), r.err());
    }

    @Test
    void becomesTheJavaAndPassesArgumentsInputAndExitCode() throws Exception {
        box.jdk(box.jvms.resolve("j"), "17", LauncherSandbox.ECHOING_JAVA);
        Result r = box.run("typed\n", termal, NO_ARCHIVE, "run", "two words", "*", "", "@file", "$HOME", "exit", "42");
        assertEquals(42, r.exit());
        assertEquals("", r.err());
        assertTrue(r.out().startsWith("pid " + r.pid() + "\n"), r.out());
        assertTrue(r.out().endsWith("in typed\n"), r.out());
        List<String> args = r.args();
        int main = args.indexOf("-m");
        assertEquals(
                List.of(
                        "dev.termal.host/dev.termal.host.cli.Main",
                        "run",
                        "two words",
                        "*",
                        "",
                        "@file",
                        "$HOME",
                        "exit",
                        "42"),
                args.subList(main + 1, args.size()));
        assertEquals(box.dir.resolve("installed here/lib").toString(), args.get(main - 1));
    }

    @Test
    void isFoundThroughSymlinks() throws Exception {
        box.jdk(box.jvms.resolve("j"), "17", LauncherSandbox.ECHOING_JAVA);
        Path first = Files.createSymbolicLink(box.dir.resolve("link"), Path.of("installed here/bin/termal"));
        Path second = Files.createSymbolicLink(
                Files.createDirectories(box.home.resolve("bin")).resolve("t"), first);
        Result r = box.run(second, NO_ARCHIVE, "agents");
        assertEquals(0, r.exit(), r.err());
        assertTrue(r.args().contains(box.dir.resolve("installed here/lib").toString()), r.out());
    }

    @Test
    void optimisesWhatRunsForLong() throws Exception {
        box.jdk(box.jvms.resolve("j"), "17", LauncherSandbox.ECHOING_JAVA);
        String quickStart = "-XX:TieredStopAtLevel=1";
        assertTrue(box.run(termal, NO_ARCHIVE, "run", "x").args().contains(quickStart));
        assertTrue(box.run(termal, NO_ARCHIVE, "--version").args().contains(quickStart));
        assertFalse(box.run(termal, NO_ARCHIVE, "serve").args().contains(quickStart));
        assertFalse(box.run(termal, NO_ARCHIVE, "chat").args().contains(quickStart));
    }

    @Test
    void addsTheUsersOptionsBeforeTheMainClass() throws Exception {
        box.jdk(box.jvms.resolve("j"), "17", LauncherSandbox.ECHOING_JAVA);
        List<String> args = box.run(
                        termal, Map.of("TERMAL_ARCHIVE", "off", "TERMAL_JAVA_OPTS", "-Xmx1g -Dx=*"), "agents")
                .args();
        assertTrue(args.contains("-Xmx1g") && args.contains("-Dx=*"), args.toString());
        assertTrue(args.indexOf("-Xmx1g") < args.indexOf("-m"), args.toString());
    }

    @Test
    void allowsNativeAccessToWhatIsThereAlone() throws Exception {
        Path jdk = box.jdk(box.jvms.resolve("j"), "25", LauncherSandbox.ECHOING_JAVA);
        assertFalse(box.run(termal, NO_ARCHIVE, "agents").out().contains("--enable-native-access"));
        Files.createFile(box.dir.resolve("installed here/lib/sqlite-jdbc-3.jar"));
        List<String> args = box.run(termal, NO_ARCHIVE, "agents").args();
        assertTrue(args.contains("--enable-native-access=org.xerial.sqlitejdbc"), args.toString());
        box.jdk(jdk, "17", LauncherSandbox.ECHOING_JAVA);
        assertFalse(box.run(termal, NO_ARCHIVE, "agents").out().contains("--enable-native-access"));
    }

    @Test
    void saysSoWhenItStandsAlone() throws Exception {
        Files.delete(box.dir.resolve("installed here/lib/termal-host-1.jar"));
        Result r = box.run(termal, NO_ARCHIVE, "agents");
        assertEquals(1, r.exit());
        assertTrue(r.err().contains("is the installation complete?"), r.err());
    }
}
