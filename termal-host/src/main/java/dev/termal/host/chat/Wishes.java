package dev.termal.host.chat;

import dev.termal.api.PermissionPolicy;
import dev.termal.host.SessionSpec;
import java.util.List;
import java.util.Optional;

/** What the person has chosen in the chat, over what the command line said. An agent's own names die with the agent. */
record Wishes(
        Optional<String> agent,
        Optional<String> engine,
        Optional<String> model,
        Optional<String> mode,
        Optional<String> effort,
        Optional<PermissionPolicy> permissions) {
    static final Wishes NONE = new Wishes(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    Wishes withAgent(String name) {
        return new Wishes(
                Optional.of(name), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), permissions);
    }

    Wishes withEngine(String name) {
        return new Wishes(agent, Optional.of(name), model, mode, effort, permissions);
    }

    Wishes withModel(String name) {
        return new Wishes(agent, engine, Optional.of(name), mode, effort, permissions);
    }

    Wishes withMode(String name) {
        return new Wishes(agent, engine, model, Optional.of(name), effort, permissions);
    }

    Wishes withEffort(String name) {
        return new Wishes(agent, engine, model, mode, Optional.of(name), permissions);
    }

    Wishes withPermissions(PermissionPolicy policy) {
        return new Wishes(agent, engine, model, mode, effort, Optional.of(policy));
    }

    /** What is wanted, over what is wanted of any session. */
    SessionSpec.Builder over(SessionSpec.Builder spec) {
        agent.ifPresent(name -> spec.command(List.of()).agent(name));
        engine.ifPresent(spec::engine);
        model.ifPresent(spec::model);
        mode.ifPresent(spec::mode);
        effort.ifPresent(spec::effort);
        permissions.ifPresent(spec::permissions);
        return spec;
    }
}
