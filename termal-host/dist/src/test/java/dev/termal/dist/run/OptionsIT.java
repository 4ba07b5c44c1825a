package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Options that choose, and options that are wrong: one clear line, what there is to choose from, and the exit code. */
class OptionsIT extends RunTest {

    @Test
    void choicesReachTheAgent() {
        Ended r = host.run(
                "run -a demo -o quiet --mode plan --model shout --effort none --option count_words=true", "use a tool");
        assertEquals(0, r.exit(), r::toString);
        assertEquals(
                "Demo agent, no model behind it. You said: USE A TOOL\nIn plan mode no tool is used.\n"
                        + "Your prompt had 3 words.\n",
                r.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run -a demo --mode turbo           | 2 | no mode \"turbo\"; the choices are: chat (Does what",
                "run -a demo --model big            | 2 | no model \"big\"; the choices are: echo (Answers",
                "run -a demo --option colour=red    | 2 | no option \"colour\"; it has: mode, model, thought_level, count_words",
                "run -a demo --option count_words   | 2 | option '--option' wants id=value",
                "run -a demo --cwd /no/such/folder  | 2 | --cwd /no/such/folder: no such folder",
                "run -a demo --engine acpp          | 2 | cannot be driven by an engine \"acpp\": it has acp",
                "run -a demo --image none.png       | 2 | none.png: no such file",
                "run -a geminy                      | 4 | no agent is named \"geminy\"; known are ",
                "run --agent-cmd [oops              | 2 | '[oops' is no JSON array of texts",
                "run --agent-cmd [\"/no/such/prog\"] | 4 | /no/such/prog does not exist",
                "run -a demo --permision auto       | 2 | did you mean '--permissions'?",
                "rum                                | 2 | did you mean 'run'?",
            })
    void mistakesAreToldInOneLine(String command, int exit, String message) {
        Ended r = host.run(command.strip() + " -o json", "hi");
        assertEquals(exit, r.exit(), r::toString);
        JsonNode error = r.event("error");
        assertEquals(exit, error.path("exitCode").asInt());
        assertTrue(error.path("error").path("message").asString("").contains(message), r::toString);
        assertTrue(r.err().startsWith("termal: ") && r.err().contains(message), r::toString);
        assertFalse(r.err().contains("\tat "), r.err());
    }

    @Test
    void aDryRunStartsNothing() {
        Ended r = host.run("run -a demo --model shout --dry-run", "hi");
        assertEquals(0, r.exit(), r::toString);
        assertTrue(r.out().contains("demo") && r.out().contains("idle timeout"), r.out());
        assertFalse(Files.exists(host.home().resolve("run/demo")), "no agent has made its folder");
    }
}
