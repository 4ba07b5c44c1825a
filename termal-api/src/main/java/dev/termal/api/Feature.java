package dev.termal.api;

/** Something that a connection can do or not. */
public enum Feature {
    /** Continue a session without repeating it. */
    SESSION_RESUME,
    /** Continue a session and repeat its history. */
    SESSION_LOAD,
    /** List the agent's sessions. */
    SESSION_LIST,
    /** Free a session at the agent. */
    SESSION_CLOSE,
    /** Remove a session at the agent. */
    SESSION_DELETE,
    /** Copy a session. */
    SESSION_FORK,
    /** Several sessions on one connection. */
    SESSION_SHARED_PROCESS,
    /** Work in more folders than one. */
    ADDITIONAL_DIRECTORIES,
    /** End a turn early without ending the process. */
    CANCEL,
    /** The agent asks before it acts; without this the policy is a launch argument. */
    PERMISSIONS,
    /** The agent asks questions of its own. */
    QUESTIONS,
    /** Modes. */
    MODES,
    /** Options that can be set in a running session. */
    OPTIONS,
    /** Token counts. */
    USAGE,
    /** Thoughts. */
    THOUGHTS,
    /** Plans. */
    PLANS,
    /** Changes of files shown as diffs. */
    DIFFS,
    /** Pictures in prompts. */
    IMAGE,
    /** Sounds in prompts. */
    AUDIO,
    /** Resources embedded in prompts. */
    EMBEDDED_CONTEXT,
    /** MCP servers started as programs. */
    MCP_STDIO,
    /** MCP servers over streamable HTTP. */
    MCP_HTTP,
    /** MCP servers over HTTP with server-sent events. */
    MCP_SSE,
    /** Signing in over the connection. */
    AUTHENTICATE,
    /** Signing out over the connection. */
    LOGOUT
}
