package dev.termal.host.skill;

import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import dev.termal.host.json.Json;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Gives an agent the instructions of a skill. */
final class ActivateSkill implements HostTool {
    private static final String NAME = "name";

    private final List<Skill> skills;

    ActivateSkill(List<Skill> skills) {
        this.skills = skills;
    }

    @Override
    public String name() {
        return Skills.TOOL;
    }

    @Override
    public String description() {
        return skills.stream()
                .map(skill -> "- " + skill.about())
                .collect(Collectors.joining(
                        "\n",
                        "Gives the instructions of a skill. Take one up before a task that it is for. Skills:\n",
                        ""));
    }

    @Override
    public RawJson schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        schema.putArray("required").add(NAME);
        ObjectNode name = schema.putObject("properties").putObject(NAME).put("type", "string");
        skills.forEach(skill -> name.withArray("enum").add(skill.name()));
        return new RawJson(schema.toString());
    }

    @Override
    public ToolCall.Kind kind() {
        return ToolCall.Kind.READ;
    }

    @Override
    public CompletionStage<Result> call(RawJson arguments, Context context) {
        String wanted = Json.parse(arguments).path(NAME).asString("");
        return CompletableFuture.completedFuture(skills.stream()
                .filter(skill -> skill.name().equals(wanted))
                .findFirst()
                .map(ActivateSkill::instructions)
                .orElseGet(() -> Result.error("There is no skill \"" + wanted + "\". Skills: "
                        + skills.stream().map(Skill::name).collect(Collectors.joining(", ")))));
    }

    private static Result instructions(Skill skill) {
        try {
            return Result.text(
                    skill.instructions().strip() + "\n\nThe files of this skill are in " + skill.folder() + ".");
        } catch (IOException e) {
            return Result.error("The skill cannot be read: " + IoReason.of(e));
        }
    }
}
