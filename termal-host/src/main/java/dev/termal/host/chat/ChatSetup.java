package dev.termal.host.chat;

import dev.termal.api.ContentBlock;
import dev.termal.host.DoctorReport;
import dev.termal.host.SessionSpec;
import dev.termal.host.SignInStatus;
import dev.termal.host.Termal;
import dev.termal.host.cli.output.Look;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What a chat needs of whoever starts it.
 *
 * @param spec what is wanted of any session, anew each time
 * @param first which session it shall be at first
 * @param firstPrompt what is sent at once; may be empty
 * @param pieces a file as a piece of a prompt; an {@link IllegalArgumentException} says why it cannot be one
 * @param bell how a person is called who is asked something, or for whom a long turn has ended
 * @param doctor a report for people
 * @param signIns which agents are signed in, for people
 */
public record ChatSetup(
        Termal host,
        Supplier<SessionSpec.Builder> spec,
        UnaryOperator<SessionSpec.Builder> first,
        String firstPrompt,
        Look look,
        Map<String, String> environment,
        Path cwd,
        Bell bell,
        Function<Path, ContentBlock> pieces,
        Function<DoctorReport, String> doctor,
        Function<List<SignInStatus>, String> signIns) {
    Path userHome() {
        return Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", "")));
    }
}
