package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.spi.InstallPlan;
import java.util.Optional;

/**
 * What installing an agent would do, with nothing fetched yet.
 *
 * @param archive the one for this machine
 * @param there the program, where this build is there already
 * @param otherwise how a person gets the agent without the host
 */
public record InstallOffer(
        AgentId agent, InstallPlan plan, InstallPlan.Archive archive, Optional<String> there, String otherwise) {}
