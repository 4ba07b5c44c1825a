package dev.termal.engine.acp;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.SessionState.Category;
import dev.termal.api.SessionState.Choice;
import dev.termal.api.SessionState.Option;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Sets a session's model, mode, effort and options at the agent. What is set already is not set again. */
final class SessionWishes {
    private static final int FEW = 6; // choices that an error explains
    private static final int SHORT = 60; // characters of an explanation there

    private final AcpConnection connection;
    private final AgentLink link;
    private final String sessionId;
    private final SessionInbox inbox;
    private final LaunchPlan launch;

    SessionWishes(AcpConnection connection, AgentLink link, String sessionId, SessionInbox inbox) {
        this.connection = connection;
        this.link = link;
        this.sessionId = sessionId;
        this.inbox = inbox;
        launch = connection.launchPlan();
    }

    /**
     * Sets all that a request wishes: first the model, on which other choices depend, last the mode.
     *
     * @param failed takes what could not be set; throws where that shall end it
     * @throws AgentException where the model could not be set: another one must not answer in its place
     */
    void apply(SessionRequest wanted, Consumer<AgentException> failed) throws InterruptedException {
        SessionRequest request;
        try {
            request = launch.inItsWords(wanted, state());
        } catch (AgentException e) {
            failed.accept(e);
            return;
        }
        if (request.model().isPresent()) {
            wish(request, LaunchPlan.Part.MODEL, Category.MODEL, request.model().get(), failure -> {
                throw failure;
            });
        }
        if (request.effort().isPresent()) {
            wish(
                    request,
                    LaunchPlan.Part.EFFORT,
                    Category.THOUGHT_LEVEL,
                    request.effort().get(),
                    failed);
        }
        for (Map.Entry<String, String> option : request.options().entrySet()) {
            trying(() -> setOption(option.getKey(), option.getValue()), failed);
        }
        if (request.mode().isPresent()) {
            String mode = request.mode().get();
            boolean launched = state().modes().isEmpty() && launch.carries(request, LaunchPlan.Part.MODE);
            if (!launched) {
                trying(() -> setMode(mode), failed);
            }
        }
    }

    /** A request with those wishes alone in which one request differs from another. */
    static SessionRequest changes(SessionRequest before, SessionRequest after) {
        SessionRequest.Builder changes = SessionRequest.builder(after.cwd());
        if (after.model().isPresent() && !after.model().equals(before.model())) {
            changes.model(after.model().get());
            after.effort().ifPresent(changes::effort); // which another model may have taken back
        }
        after.mode().filter(mode -> !before.mode().equals(after.mode())).ifPresent(changes::mode);
        after.effort().filter(effort -> !before.effort().equals(after.effort())).ifPresent(changes::effort);
        after.options().forEach((option, value) -> {
            if (!value.equals(before.options().get(option))) {
                changes.option(option, value);
            }
        });
        return changes.build();
    }

    /** New wishes, and the old ones where the new request says nothing: not to wish is not to undo. */
    static SessionRequest merged(SessionRequest before, SessionRequest after) {
        SessionRequest.Builder merged = after.toBuilder();
        if (after.model().isEmpty()) {
            before.model().ifPresent(merged::model);
        }
        if (after.mode().isEmpty()) {
            before.mode().ifPresent(merged::mode);
        }
        if (after.effort().isEmpty()) {
            before.effort().ifPresent(merged::effort);
        }
        before.options().forEach((option, value) -> {
            if (!after.options().containsKey(option)) {
                merged.option(option, value);
            }
        });
        return merged.build();
    }

    private void wish(
            SessionRequest request,
            LaunchPlan.Part part,
            Category category,
            String value,
            Consumer<AgentException> failed)
            throws InterruptedException {
        trying(
                () -> {
                    Optional<Option> option = settable(request, part, category, value);
                    if (option.isPresent()) {
                        set(option.get(), word(part), value);
                    }
                },
                failed);
    }

    /** The option by which a wish is set; empty where the launch carries it. */
    private Optional<Option> settable(SessionRequest request, LaunchPlan.Part part, Category category, String value) {
        Optional<Option> option = state().option(category);
        boolean launched = launch.carries(request, part);
        if (option.isEmpty() && !launched) {
            throw new AgentException(ErrorCode.UNSUPPORTED, "this agent offers no choice of " + word(part));
        }
        return option.filter(
                known -> !(launched && match(value, known.choices()).isEmpty()));
    }

    /** What a wish is called to people; the agent's own name for it may be another. */
    private static String word(LaunchPlan.Part part) {
        return part.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Looks at wishes without asking the agent.
     *
     * @throws AgentException for a model or an effort that is known to be none of the agent's
     */
    void refuseImpossible(SessionRequest wanted) {
        SessionRequest request = launch.inItsWords(wanted, state());
        request.model().ifPresent(model -> refuse(request, LaunchPlan.Part.MODEL, Category.MODEL, model));
        request.effort().ifPresent(effort -> refuse(request, LaunchPlan.Part.EFFORT, Category.THOUGHT_LEVEL, effort));
    }

    private void refuse(SessionRequest request, LaunchPlan.Part part, Category category, String value) {
        settable(request, part, category, value)
                .filter(option -> option.type() == SessionState.Type.SELECT)
                .ifPresent(option -> chosen(word(part), value, option.choices()));
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private static void trying(Step step, Consumer<AgentException> failed) throws InterruptedException {
        try {
            step.run();
        } catch (AgentException e) {
            failed.accept(e);
        }
    }

    void setMode(String mode) throws InterruptedException {
        SessionFacts facts = inbox.facts();
        Optional<Option> option = facts.modeOption();
        if (option.isPresent()) {
            set(option.get(), "mode", mode);
            return;
        }
        if (facts.modes().isEmpty()) {
            throw new AgentException(ErrorCode.UNSUPPORTED, "this agent has no modes");
        }
        List<Choice> choices = facts.modes().stream()
                .map(known -> new Choice(known.id(), known.name(), known.description(), ""))
                .toList();
        String id = chosen("mode", mode, choices);
        if (!facts.mode().equals(Optional.of(id))) {
            ask(
                    "session/set_mode",
                    Json.object().put("modeId", id),
                    result -> inbox.facts().withMode(id));
        }
    }

    void setOption(String optionId, String value) throws InterruptedException {
        Option option = state().option(optionId).orElseThrow(() -> {
            String known = state().options().stream().map(Option::id).collect(Collectors.joining(", "));
            return new AgentException(
                    known.isEmpty() ? ErrorCode.UNSUPPORTED : ErrorCode.CONFIGURATION,
                    known.isEmpty()
                            ? "this agent has no options"
                            : "this agent has no option \"" + optionId + "\"; it has: " + known);
        });
        set(option, "option " + optionId, value);
    }

    private void set(Option option, String what, String value) throws InterruptedException {
        if (option.type() == SessionState.Type.BOOLEAN) {
            setBoolean(option, what, value);
            return;
        }
        String choice = chosen(what, value, option.choices());
        if (choice.equals(option.value())) {
            return;
        }
        if (inbox.facts().modelIsLegacy() && option.id().equals(SessionFacts.LEGACY_MODEL)) {
            ask(
                    "session/set_model",
                    Json.object().put("modelId", choice),
                    result -> inbox.facts().withModel(choice));
        } else {
            setConfigOption(Json.object().put("configId", option.id()).put("value", choice), option, choice);
        }
    }

    private void setBoolean(Option option, String what, String value) throws InterruptedException {
        if (!value.equals("true") && !value.equals("false")) {
            throw new AgentException(ErrorCode.CONFIGURATION, what + " is true or false, not \"" + value + "\"");
        }
        if (!value.equals(option.value())) {
            ObjectNode params = Json.object().put("configId", option.id()).put("type", "boolean");
            setConfigOption(params.put("value", Boolean.parseBoolean(value)), option, value);
        }
    }

    private void setConfigOption(ObjectNode params, Option option, String value) throws InterruptedException {
        ask(
                "session/set_config_option",
                params,
                result -> result.path("configOptions").isArray()
                        ? inbox.facts().withOptions(StateMapper.options(result))
                        : inbox.facts().withOptionValue(option.id(), value));
    }

    private interface Told {
        SessionFacts facts(JsonNode result);
    }

    private void ask(String method, ObjectNode params, Told told) throws InterruptedException {
        params.put("sessionId", sessionId);
        Duration within = connection.options().setOption();
        connection
                .signIn()
                .during(
                        link,
                        () -> link.ask(method, params, within, result -> {
                            inbox.changed(told.facts(result));
                            return result;
                        }));
    }

    private SessionState state() {
        return inbox.facts().state();
    }

    private static String chosen(String what, String wanted, List<Choice> choices) {
        return match(wanted, choices).orElseThrow(() -> {
            boolean few = choices.size() <= FEW;
            String known = choices.stream()
                    .map(choice -> few ? explained(choice) : choice.value())
                    .collect(Collectors.joining(", "));
            return new AgentException(
                    ErrorCode.CONFIGURATION, "no " + what + " \"" + wanted + "\"; the choices are: " + known);
        });
    }

    /** The choice that is meant: by its value, else by value or name whatever the case, if that is one only. */
    static Optional<String> match(String wanted, List<Choice> choices) {
        if (choices.isEmpty()
                || choices.stream().anyMatch(choice -> choice.value().equals(wanted))) {
            return Optional.of(wanted);
        }
        List<String> similar = choices.stream()
                .filter(choice ->
                        choice.value().equalsIgnoreCase(wanted) || choice.name().equalsIgnoreCase(wanted))
                .map(Choice::value)
                .distinct()
                .toList();
        return similar.size() == 1 ? Optional.of(similar.get(0)) : Optional.empty();
    }

    private static String explained(Choice choice) {
        String text = choice.description().strip();
        return text.isEmpty() || text.length() > SHORT ? choice.value() : choice.value() + " (" + text + ")";
    }
}
