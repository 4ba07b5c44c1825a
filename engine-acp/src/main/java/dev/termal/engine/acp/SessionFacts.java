package dev.termal.engine.acp;

import dev.termal.api.SessionState;
import dev.termal.api.SessionState.Category;
import dev.termal.api.SessionState.Command;
import dev.termal.api.SessionState.Mode;
import dev.termal.api.SessionState.Option;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What a session's agent told of its slow-moving facts, apart by the ways in which agents tell them: modes of their own or
 * as an option, models as an option or in the form from before options.
 *
 * @param legacyModel the models of the older form, as an option
 */
record SessionFacts(
        Optional<String> title,
        Optional<String> mode,
        List<Mode> modes,
        List<Option> options,
        Optional<Option> legacyModel,
        List<Command> commands) {
    /** The id under which the models of the older form are shown. */
    static final String LEGACY_MODEL = "model";

    static final SessionFacts NONE =
            new SessionFacts(Optional.empty(), Optional.empty(), List.of(), List.of(), Optional.empty(), List.of());

    /** With what the result of opening a session lists; what it does not list stays. */
    SessionFacts opened(JsonNode result) {
        SessionFacts facts = this;
        JsonNode listed = result.path("modes");
        if (listed.isObject()) {
            facts = new SessionFacts(
                    title,
                    Json.word(listed, "currentModeId"),
                    StateMapper.modes(listed),
                    options,
                    legacyModel,
                    commands);
        }
        if (result.path("configOptions").isArray()) {
            facts = facts.withOptions(StateMapper.options(result));
        }
        Optional<Option> models = StateMapper.legacyModel(result);
        return models.isPresent() ? facts.withLegacyModel(models) : facts;
    }

    SessionFacts withTitle(Optional<String> newTitle) {
        return new SessionFacts(newTitle, mode, modes, options, legacyModel, commands);
    }

    SessionFacts withCommands(List<Command> newCommands) {
        return new SessionFacts(title, mode, modes, options, legacyModel, newCommands);
    }

    SessionFacts withOptions(List<Option> newOptions) {
        return new SessionFacts(title, mode, modes, newOptions, legacyModel, commands);
    }

    private SessionFacts withLegacyModel(Optional<Option> model) {
        return new SessionFacts(title, mode, modes, options, model, commands);
    }

    /** In another mode, told in either way. */
    SessionFacts withMode(String id) {
        List<Option> moved = options.stream()
                .map(option -> option.category() == Category.MODE ? withValue(option, id) : option)
                .toList();
        return new SessionFacts(title, Optional.of(id), modes, moved, legacyModel, commands);
    }

    SessionFacts withOptionValue(String optionId, String value) {
        return withOptions(options.stream()
                .map(option -> option.id().equals(optionId) ? withValue(option, value) : option)
                .toList());
    }

    SessionFacts withModel(String id) {
        return withLegacyModel(legacyModel.map(option -> withValue(option, id)));
    }

    private static Option withValue(Option option, String value) {
        return new Option(
                option.id(),
                option.name(),
                option.description(),
                option.category(),
                option.type(),
                value,
                option.choices());
    }

    /** The option that carries the mode; preferred over modes of their own where an agent has both. */
    Optional<Option> modeOption() {
        return options.stream()
                .filter(option -> option.category() == Category.MODE && option.type() == SessionState.Type.SELECT)
                .findFirst();
    }

    /** Whether the model is told and set in the older form only. */
    boolean modelIsLegacy() {
        return legacyModel.isPresent()
                && options.stream()
                        .noneMatch(option -> option.category() == Category.MODEL
                                || option.id().equals(LEGACY_MODEL));
    }

    SessionState state() {
        Optional<Option> modeOption = modeOption();
        List<Mode> shownModes = modeOption
                .map(option -> option.choices().stream()
                        .map(choice -> new Mode(choice.value(), choice.name(), choice.description()))
                        .toList())
                .orElse(modes);
        List<Option> shownOptions = modelIsLegacy()
                ? Stream.concat(legacyModel.stream(), options.stream()).toList()
                : options;
        return new SessionState(
                title, modeOption.map(Option::value).or(() -> mode), shownModes, shownOptions, commands);
    }
}
