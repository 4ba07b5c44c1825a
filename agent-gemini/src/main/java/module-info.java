/** What is known of the Gemini CLI. */
module dev.termal.agent.gemini {
    requires dev.termal.api;
}
