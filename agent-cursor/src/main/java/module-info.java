/** What is known of the Cursor CLI. */
module dev.termal.agent.cursor {
    requires dev.termal.api;
}
