package dev.termal.dist.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How turns end that a program prints and cannot talk about: real children, by the two dialects there are. */
class EndOfTurnIT extends RunTest {
    private void program(String agent, String script) throws Exception {
        Path program = folder.resolve(agent + "-cli");
        Files.writeString(program, "#!/bin/sh\ncat >/dev/null\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        String name = agent.equals("gemini") ? "TERMAL_GEMINI_EXECUTABLE" : "TERMAL_CURSOR_EXECUTABLE";
        host.with(name, program.toString())
                .with("GEMINI_API_KEY", "fake")
                .with("CURSOR_API_KEY", "fake")
                .config("{\"agents\":{\"" + agent
                        + "\":{\"engine\":\"stream-json\",\"options\":{\"lingerTimeout\":\"300ms\"}}}}");
    }

    /** What the scenes say in each dialect; empty where it has no such word. */
    private static String lines(String agent, String scene) {
        boolean gemini = agent.equals("gemini");
        return switch (scene) {
            case "text" ->
                gemini
                        ? "{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"half\",\"delta\":true}"
                        : "{\"type\":\"assistant\",\"message\":{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"half\"}]},"
                                + "\"session_id\":\"s-1\",\"timestamp_ms\":1}";
            case "done" ->
                gemini
                        ? "{\"type\":\"result\",\"status\":\"success\"}"
                        : "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"result\":\"\",\"session_id\":\"s-1\"}";
            case "refused" ->
                gemini
                        ? "{\"type\":\"tool_use\",\"tool_name\":\"write_file\",\"tool_id\":\"t1\",\"parameters\":{}}\n"
                                + "{\"type\":\"tool_result\",\"tool_id\":\"t1\",\"status\":\"error\",\"error\":{\"type\":\"policy_violation\","
                                + "\"message\":\"denied\"}}"
                        : "{\"type\":\"tool_call\",\"subtype\":\"started\",\"call_id\":\"t1\",\"tool_call\":{\"shellToolCall\":"
                                + "{\"args\":{\"command\":\"ls\"}}}}\n"
                                + "{\"type\":\"tool_call\",\"subtype\":\"completed\",\"call_id\":\"t1\",\"tool_call\":{\"shellToolCall\":"
                                + "{\"args\":{\"command\":\"ls\"},\"result\":{\"rejected\":{\"reason\":\"no\"}}}}}";
            case "ran" ->
                gemini
                        ? "{\"type\":\"tool_use\",\"tool_name\":\"read_file\",\"tool_id\":\"t2\",\"parameters\":{}}\n"
                                + "{\"type\":\"tool_result\",\"tool_id\":\"t2\",\"status\":\"success\",\"output\":\"ok\"}"
                        : "{\"type\":\"tool_call\",\"subtype\":\"started\",\"call_id\":\"t2\",\"tool_call\":{\"readToolCall\":"
                                + "{\"args\":{\"path\":\"/a\"}}}}\n"
                                + "{\"type\":\"tool_call\",\"subtype\":\"completed\",\"call_id\":\"t2\",\"tool_call\":{\"readToolCall\":"
                                + "{\"args\":{\"path\":\"/a\"},\"result\":{\"success\":{\"content\":\"ok\"}}}}}";
            default -> throw new AssertionError(scene);
        };
    }

    private String print(String agent, String scenes) {
        StringBuilder script = new StringBuilder();
        for (String scene : scenes.split(" ")) {
            script.append("cat <<'END'\n").append(lines(agent, scene)).append("\nEND\n");
        }
        return script.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "gemini, text done,         exit 0,     done,          0",
        "cursor, text done,         exit 0,     done,          0",
        "gemini, text done,         sleep 600,  done,          0",
        "cursor, text done,         sleep 600,  done,          0",
        "gemini, text done,         sleep 600 &, done,         0",
        "gemini, text,              sleep 600 &, crashed,      1",
        "gemini, text done,         exit 7,     crashed,       1",
        "gemini, text done done,    exit 0,     done,          0",
        "gemini, text,              yes noise,  stalled,       3",
        "gemini, text,              exit 0,     crashed,       1",
        "cursor, text,              exit 0,     crashed,       1",
        "gemini, text,              kill -9 $$, crashed,       1",
        "cursor, text,              kill -9 $$, crashed,       1",
        "gemini, refused done,      exit 0,     denied,        5",
        "cursor, refused done,      exit 0,     denied,        5",
        "gemini, ran refused done,  exit 0,     partly_denied, 5",
        "cursor, ran refused done,  exit 0,     partly_denied, 5",
        "gemini, text,              exit 130,   cancelled,     130",
        "cursor, text,              exit 130,   cancelled,     130",
        "gemini, text,              sleep 600,  stalled,       3",
        "cursor, text,              sleep 600,  stalled,       3",
    })
    void endings(String agent, String scenes, String end, String outcome, int exit) throws Exception {
        program(agent, print(agent, scenes) + end);
        String idle = outcome.equals("stalled") ? "500ms" : "60s";
        Ended ended = host.run("run -a " + agent + " -o json --idle-timeout " + idle, "hi");
        assertEnded(ended, outcome, exit);
        host.awaitNothingLeft();
    }

    @ParameterizedTest
    @CsvSource({
        "gemini, 1,   bad flag,                   agent_error,   1, bad flag",
        "gemini, 41,  no key,                     auth_required, 6, no key",
        "gemini, 42,  bad input,                  agent_error,   1, bad input",
        "gemini, 44,  no sandbox,                 agent_error,   1, no sandbox",
        "gemini, 52,  bad config,                 agent_error,   1, bad config",
        "gemini, 53,  too many turns,             limit,         1, too many turns",
        "gemini, 54,  tool broke,                 agent_error,   1, tool broke",
        "gemini, 55,  not trusted,                agent_error,   1, trust",
        "gemini, 144, status 400,                 agent_error,   1, status 400",
        "gemini, 145, not let in,                 auth_required, 6, not let in",
        "cursor, 1,   something broke,            agent_error,   1, something broke",
        "cursor, 1,   Authentication required,    auth_required, 6, Authentication required",
        "cursor, 1,   You hit your usage limit,   limit,         1, usage limit",
    })
    void failuresThatOnlyErrorOutputTells(String agent, int code, String words, String outcome, int exit, String shown)
            throws Exception {
        program(agent, "echo '" + words + "' >&2\nexit " + code);
        Ended ended = host.run("run -a " + agent + " -o json", "hi");
        assertEnded(ended, outcome, exit);
        assertTrue(ended.event("turn_ended").path("error").toString().contains(shown), ended::toString);
        assertEquals("", ended.event("turn_ended").path("text").asString(""));
    }

    /** The same code that a bad input has, but the words are about the session that was to go on. */
    @Test
    @Tag("R-AG-35")
    void aConversationThatIsGone() throws Exception {
        String gone = "echo 'Error resuming session: Invalid session identifier \"s-1\".' >&2\nexit 42\n";
        program(
                "gemini",
                "case \"$*\" in *--resume=s-1*)\n" + gone
                        + ";; *--resume=s-2*) id=s-2;; *) id=s-$(ls ../runs | wc -l)\n"
                        + "mkdir ../runs/$id;; esac\n"
                        + "echo '{\"type\":\"init\",\"session_id\":\"'$id'\",\"model\":\"m\"}'\n"
                        + print("gemini", "text done"));
        Files.createDirectories(folder.resolve("runs/s-0"));
        assertEnded(host.run("run -a gemini -o json -s work", "hi"), "done", 0);
        Ended lost = host.run("run -a gemini -o json -s work", "again");
        assertEnded(lost, "session_lost", 4);
        assertTrue(lost.event("turn_ended").path("error").toString().contains("s-1"), lost::toString);
        Ended anew = host.run("run -a gemini -o json -s work --on-lost new", "again");
        assertEnded(anew, "done", 0);
        assertEquals("half", anew.event("turn_ended").path("text").asString());
        assertTrue(
                anew.events("notice").stream()
                        .anyMatch(notice -> notice.path("text").asString("").contains("a new one begins")),
                anew::toString);
        assertEnded(host.run("run -a gemini -o json -s work", "and on"), "done", 0);
        host.awaitNothingLeft();
    }
}
