package dev.termal.host.skill;

import dev.termal.api.spi.HostTool;
import dev.termal.api.spi.HostToolProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The skills in some folders, each a folder of its own there. Looked for anew whenever they are asked for. From any thread. */
public final class Skills implements HostToolProvider {
    /** The tool by which an agent takes up a skill. */
    public static final String TOOL = "activate_skill";

    /** Of all folders together; an agent is told of each. */
    static final int MAX = 100;

    /** Of the catalogue, in characters. */
    static final int MAX_CATALOGUE = 16 * 1024;

    private static final String HEAD =
            "Skills are instructions for kinds of tasks. Before a task that one of these is for, read its file"
                    + " whole and follow it; what it names beside itself is in its folder:";

    private final List<Path> folders;

    /** Those in these folders; of one name the first counts. What is no folder holds none. */
    public Skills(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /** The tool by which an agent takes up a skill; none where there is no skill. */
    @Override
    public List<HostTool> tools() {
        List<Skill> found = found();
        return found.isEmpty() ? List.of() : List.of(new ActivateSkill(found));
    }

    /**
     * The skills by name, description and file, for an agent that reads their files itself; empty where there is none. It begins with
     * no word that could be a command, and is bounded.
     */
    public Optional<String> catalogue() {
        List<Skill> found = found();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder(HEAD);
        int left = found.size();
        for (Skill skill : found) {
            String line = "\n- " + skill.about() + " (" + skill.file() + ")";
            if (text.length() + line.length() > MAX_CATALOGUE) {
                text.append("\n[").append(left).append(" more left out]");
                break;
            }
            text.append(line);
            left--;
        }
        return Optional.of(text.toString());
    }

    List<Skill> found() {
        Map<String, Skill> byName = new LinkedHashMap<>();
        for (Path folder : folders) {
            for (Path child : children(folder)) {
                if (byName.size() < MAX) {
                    Skill.of(child).ifPresent(skill -> byName.putIfAbsent(skill.name(), skill));
                }
            }
        }
        return new ArrayList<>(byName.values());
    }

    private static List<Path> children(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return children.filter(Files::isDirectory).sorted().toList();
        } catch (IOException none) {
            return List.of();
        }
    }
}
