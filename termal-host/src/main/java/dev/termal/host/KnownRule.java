package dev.termal.host;

import dev.termal.host.event.Remember;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A rule by which permission requests are answered.
 *
 * @param id by which it is revoked; empty for one of the config
 * @param decision {@code allow}, {@code ask} or {@code deny}
 * @param about which requests, in words
 * @param source where it stands: the place in the config, or the file of remembered rules
 * @param scope where a remembered one counts
 * @param folder the folder that it counts in, with all below
 */
public record KnownRule(
        Optional<String> id,
        String decision,
        String about,
        String source,
        Optional<Remember.Scope> scope,
        Optional<Path> folder,
        Optional<Instant> since,
        Optional<Instant> until) {}
