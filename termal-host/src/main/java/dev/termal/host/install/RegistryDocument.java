package dev.termal.host.install;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.InstallPlan;
import dev.termal.api.spi.InstallPlan.Archive;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a registry tells of an agent: {@code version} and {@code distribution.binary} with an archive and a command for each
 * platform. It has no checksums.
 */
final class RegistryDocument {
    private RegistryDocument() {}

    /**
     * The plan that a document makes of an older one.
     *
     * @throws AgentException where it is none
     */
    static InstallPlan over(InstallPlan plan, String text, URI source) {
        JsonNode document;
        try {
            document = JsonMapper.shared().readTree(text);
        } catch (JacksonException e) {
            throw wrong(source, "it is no JSON");
        }
        String version = document.path("version").asString("");
        if (!version.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
            throw wrong(source, "it names no version");
        }
        List<Archive> archives = new ArrayList<>();
        document.at("/distribution/binary").properties().forEach(binary -> {
            String url = binary.getValue().path("archive").asString("");
            String command = binary.getValue().path("cmd").asString("");
            if (!url.isEmpty() && !command.isEmpty()) {
                archives.add(new Archive(
                        binary.getKey(), address(url, source), Optional.empty(), command.replaceFirst("^\\./", "")));
            }
        });
        if (archives.isEmpty()) {
            throw wrong(source, "it names no archive");
        }
        return plan.with(version, archives);
    }

    private static URI address(String url, URI source) {
        try {
            return URI.create(url);
        } catch (IllegalArgumentException e) {
            throw wrong(source, "it names an archive at no address: " + url);
        }
    }

    private static AgentException wrong(URI source, String why) {
        return new AgentException(
                ErrorCode.CONFIGURATION, "The registry document " + source + " cannot be used: " + why + ".");
    }
}
