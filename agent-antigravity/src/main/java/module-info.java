/** What is known of Antigravity. */
module dev.termal.agent.antigravity {
    requires dev.termal.api;
}
