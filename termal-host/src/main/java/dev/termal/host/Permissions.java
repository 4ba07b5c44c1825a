package dev.termal.host;

import dev.termal.host.config.TermalHome;
import dev.termal.host.permission.PermissionRule;
import dev.termal.host.permission.PermissionRules;
import dev.termal.host.permission.RememberedRule;
import dev.termal.host.permission.RuleMemory;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules by which permission requests are answered: for sessions, and for people to look at. */
final class Permissions {
    private final Inventory inventory;
    private final HostOptions options;
    private final RuleMemory memory;

    @Inject
    Permissions(Inventory inventory, HostOptions options, RuleMemory memory) {
        this.inventory = inventory;
        this.options = options;
        this.memory = memory;
    }

    /** Those that hold in a session. */
    PermissionRules rules(String agent, Path folder, Setup setup) {
        return new PermissionRules(
                agent,
                folder,
                TermalHome.userHome(options.environment()),
                setup.config().rules(),
                setup.config().repositoryRules(),
                Optional.of(memory));
    }

    List<KnownRule> all() {
        return Stream.concat(
                        inventory.setup().config().rules().stream().map(Permissions::ofConfig),
                        memory.all().stream().map(this::remembered))
                .toList();
    }

    private static KnownRule ofConfig(PermissionRule rule) {
        return new KnownRule(
                Optional.empty(),
                rule.decision().word(),
                rule.about(),
                rule.where(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private KnownRule remembered(RememberedRule rule) {
        return new KnownRule(
                Optional.of(rule.id()),
                rule.rule().decision().word(),
                rule.rule().about(),
                memory.file().toString(),
                Optional.of(rule.scope()),
                rule.folder(),
                Optional.of(rule.since()),
                rule.until());
    }

    Set<String> revoke(Set<String> ids) {
        return memory.revoke(ids).stream().map(RememberedRule::id).collect(Collectors.toSet());
    }
}
