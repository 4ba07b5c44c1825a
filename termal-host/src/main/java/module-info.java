/** The TermAl host. */
module dev.termal.host {
    requires dev.termal.api;
}
