package dev.termal.host;

/**
 * One setting as it stands.
 *
 * @param path where it is in the config file, such as {@code agents.mine.model}
 * @param value in text; masked where it may be secret
 * @param source where it comes from: {@code default}, {@code file}, or {@code environment NAME}
 */
public record EffectiveSetting(String path, String value, String source) {}
