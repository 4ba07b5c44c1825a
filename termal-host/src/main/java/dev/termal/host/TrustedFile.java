package dev.termal.host;

/**
 * A repository's config file that a person trusts.
 *
 * @param path as it was when trust was given; may be gone
 * @param sha256 of the content that is trusted, in hex
 * @param since when trust was given, in ISO 8601; empty where that is not known
 * @param state whether it is there as it was trusted
 */
public record TrustedFile(String path, String sha256, String since, State state) {
    /** What has become of it. */
    public enum State {
        /** It is as it was trusted. */
        UNCHANGED,
        /** It has another content, so it does not count. */
        CHANGED,
        /** It is not there any more. */
        GONE
    }
}
