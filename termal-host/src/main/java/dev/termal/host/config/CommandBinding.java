package dev.termal.host.config;

import dev.termal.api.AuthMethod;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.spi.DialectFactory;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.VendorNotificationHandler;
import dev.termal.api.spi.VendorRequestHandler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A person's own command, with the ways of a known binding where there is one. */
record CommandBinding(CommandProfile profile, EngineId engine, Optional<EngineBinding> base) implements EngineBinding {
    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        List<String> command = profile.resolved(environment);
        CommandTemplate template = new CommandTemplate(command, profile.where());
        if (dialect().isEmpty()) {
            template.refusePlaces(engine);
            return Optional.of(
                    LaunchSpec.builder(command, request.session().cwd()).build());
        }
        LaunchSpec.Builder launch = LaunchSpec.builder(
                template.filled(request, policyArguments(request.session())),
                request.session().cwd());
        if (request instanceof LaunchRequest.ForTurn turn) {
            launch.stdin(template.takesPrompt() ? "" : turn.prompt().text());
            launch.ignoresEndOfInput();
        }
        return Optional.of(launch.build());
    }

    @Override
    public List<String> policyArguments(SessionRequest session) {
        return base.map(b -> b.policyArguments(session)).orElse(List.of());
    }

    @Override
    public EngineBinding forConnection() {
        return new CommandBinding(profile, engine, base.map(EngineBinding::forConnection));
    }

    @Override
    public Map<String, String> options() {
        return base.map(EngineBinding::options).orElse(Map.of());
    }

    @Override
    public Optional<String> authMethod(List<AuthMethod> offered, HostEnvironment environment) {
        return base.flatMap(b -> b.authMethod(offered, environment));
    }

    @Override
    public List<ModelInfo> models(HostEnvironment environment) throws InterruptedException {
        return base.isPresent() ? base.get().models(environment) : List.of();
    }

    @Override
    public Optional<Boolean> hasModel(String name, HostEnvironment environment) throws InterruptedException {
        return base.isPresent() ? base.get().hasModel(name, environment) : Optional.empty();
    }

    @Override
    public SessionRequest inItsWords(SessionRequest wanted, SessionState offered) {
        return base.map(b -> b.inItsWords(wanted, offered)).orElse(wanted);
    }

    @Override
    public Set<String> reliedOn() {
        return base.map(EngineBinding::reliedOn).orElseGet(EngineBinding.super::reliedOn);
    }

    @Override
    public Set<String> rewrittenMethods() {
        return base.map(EngineBinding::rewrittenMethods).orElse(Set.of());
    }

    @Override
    public RawJson rewrite(Wire kind, String method, RawJson message) {
        return base.map(b -> b.rewrite(kind, method, message)).orElse(message);
    }

    @Override
    public Optional<ErrorCode> classify(PeerError error) {
        return base.flatMap(b -> b.classify(error));
    }

    @Override
    public Map<String, VendorRequestHandler> requestHandlers() {
        return base.map(EngineBinding::requestHandlers).orElse(Map.of());
    }

    @Override
    public Map<String, VendorNotificationHandler> notificationHandlers() {
        return base.map(EngineBinding::notificationHandlers).orElse(Map.of());
    }

    @Override
    public Optional<DialectFactory> dialect() {
        return base.flatMap(EngineBinding::dialect);
    }
}
