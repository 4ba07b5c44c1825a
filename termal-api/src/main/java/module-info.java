/**
 * The contract between the TermAl host and its plugins.
 *
 * <p>{@code dev.termal.api} holds values, events and the three handles (connection, session, handler);
 * {@code dev.termal.api.spi} holds what plugins implement and what the host lends them. The module requires nothing but
 * {@code java.base}: a library type in a signature would bind every plugin to the host's copy of that library, so JSON
 * passes as text ({@link dev.termal.api.RawJson}).
 */
module dev.termal.api {
    exports dev.termal.api;
    exports dev.termal.api.spi;
}
