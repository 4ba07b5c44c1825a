package dev.termal.host.chat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The person's own editor, in which a prompt can be written. */
final class Editor {
    private final Map<String, String> environment;

    Editor(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The text as it was left; an {@link IllegalArgumentException} tells why it could not be edited. */
    String edit(String text) throws InterruptedException {
        String program = Stream.of("VISUAL", "EDITOR")
                .map(name -> environment.getOrDefault(name, "").strip())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("vi");
        List<String> command = new ArrayList<>(List.of(program.split("\\s+")));
        try {
            Path file = Files.createTempFile("termal-prompt-", ".md"); // for its owner only
            try {
                Files.writeString(file, text);
                command.add(file.toString());
                int code = new ProcessBuilder(command).inheritIO().start().waitFor();
                return code == 0
                        ? Files.readString(file, StandardCharsets.UTF_8).stripTrailing()
                        : text;
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the editor '" + program + "' cannot be used (" + e.getMessage() + "); EDITOR names another one",
                    e);
        }
    }
}
