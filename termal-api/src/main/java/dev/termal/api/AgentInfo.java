package dev.termal.api;

/** Who answered the handshake; a part that the agent did not tell is empty text. */
public record AgentInfo(String name, String title, String version, String protocolVersion) {
    /** Nothing told. */
    public static final AgentInfo UNKNOWN = new AgentInfo("", "", "", "");
}
