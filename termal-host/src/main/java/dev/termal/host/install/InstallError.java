package dev.termal.host.install;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;

/** Why an agent could not be installed, in one sentence. */
final class InstallError {
    private InstallError() {}

    static AgentException of(String message) {
        return new AgentException(ErrorCode.AGENT_ERROR, message);
    }

    static AgentException of(String message, Exception cause) {
        return new AgentException(ErrorCode.AGENT_ERROR, message + ": " + cause.getMessage(), cause);
    }
}
