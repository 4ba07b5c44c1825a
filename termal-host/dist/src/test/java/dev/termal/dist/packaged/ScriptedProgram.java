package dev.termal.dist.packaged;

import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedChild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** A program with a name of its own that plays a script, for agents that are found by their program. */
public final class ScriptedProgram {
    private ScriptedProgram() {}

    /** Makes it in a folder, in place of one of that name. */
    public static String in(Path folder, String name, Script script) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name + ".d"));
        String command = ScriptedChild.command(script, own).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        Path file = folder.resolve(name);
        Files.writeString(file, "#!/bin/sh\nexec " + command + "\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make executable: " + file);
        }
        return file.toString();
    }
}
