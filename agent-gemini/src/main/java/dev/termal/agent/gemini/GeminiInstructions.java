package dev.termal.agent.gemini;

import dev.termal.api.Fact;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The instruction files that the CLI reads: those of the home, and those from the folder up to the repository's root. */
final class GeminiInstructions {
    private static final int MAX_PARENTS = 40;

    private GeminiInstructions() {}

    static Fact fact(GeminiHome home, Path cwd) {
        List<Fact.Value> files = new ArrayList<>();
        for (String name : names(home)) {
            List<Path> folders = new ArrayList<>(List.of(home.folder()));
            folders.addAll(upToRoot(cwd));
            folders.stream()
                    .map(folder -> folder.resolve(name))
                    .filter(Files::isRegularFile)
                    .forEach(file -> files.add(new Fact.Value.Text(file.toString())));
        }
        return new Fact("instructionFiles", "Instruction files", new Fact.Value.Items(files));
    }

    private static List<String> names(GeminiHome home) {
        JsonNode setting = GeminiHome.json(home.userSettings())
                .map(settings -> settings.at("/context/fileName"))
                .orElseGet(MissingNode::getInstance);
        List<String> names = setting.isArray()
                ? setting.valueStream().map(name -> name.asString("")).toList()
                : List.of(setting.asString(""));
        List<String> plain = names.stream()
                .filter(name -> name.matches("[\\w. -]+") && !name.startsWith(".."))
                .toList();
        return plain.isEmpty() ? List.of("GEMINI.md") : plain;
    }

    private static List<Path> upToRoot(Path cwd) {
        List<Path> folders = new ArrayList<>();
        for (Path folder = cwd; folder != null && folders.size() < MAX_PARENTS; folder = folder.getParent()) {
            folders.add(folder);
            if (Files.exists(folder.resolve(".git"))) {
                return folders;
            }
        }
        return List.of(cwd); // in no repository: the folder alone
    }
}
