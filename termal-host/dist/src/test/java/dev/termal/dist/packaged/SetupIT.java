package dev.termal.dist.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands around a turn, on the agent that is always there. */
class SetupIT extends RunTest {
    private static JsonNode json(Ended ended) {
        return JsonMapper.shared().readTree(ended.out());
    }

    @Test
    void doctorStartsTheAgentItIsAskedAbout() {
        Ended r = host.run("doctor", "-a", "demo", "-o", "json");
        assertEquals(0, r.exit(), r::toString);
        JsonNode agent = json(r).get("agents").get(0);
        assertEquals("ok", agent.get("outcome").asString(), r::toString);
        assertTrue(agent.get("facts").toString().contains("session_load"), r::toString);
    }

    @Test
    void doctorSeesPastABrokenConfig() {
        Ended r = host.config("{\"permissions\": \"maybe\"}").run("doctor");
        assertEquals(1, r.exit(), r::toString);
        assertTrue(r.out().contains("\"maybe\" is not one of"), r::toString);
        assertTrue(r.out().contains("demo ("), r::toString);
    }

    @Test
    void aSettingIsWrittenAndHolds() {
        assertEquals(0, host.run("config", "set", "permissions", "read-only").exit());
        assertEquals(2, host.run("config", "set", "permissions", "maybe").exit());
        Ended r = host.run("run", "-a", "demo", "--dry-run", "-o", "json", "x");
        assertEquals("read-only", json(r).get("permissions").asString(), r::toString);
    }

    @Test
    void modelsAndSignIn() {
        Ended models = host.run("models", "-a", "demo");
        assertEquals(0, models.exit(), models::toString);
        assertTrue(models.out().contains("shout"), models::toString);
        Ended status = host.run("auth", "status", "-a", "demo");
        assertEquals(0, status.exit(), status::toString);
        assertTrue(status.out().contains("signed in"), status::toString);
    }

    @Test
    void aRepositorysConfigCountsOnceItIsTrusted() throws IOException {
        Path file = host.cwd().resolve(".termal/config.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\"permissions\": \"deny\"}");
        Ended untrusted = host.run("run -a demo", "hello");
        assertEquals(0, untrusted.exit(), untrusted::toString);
        assertTrue(untrusted.err().contains("is not trusted, so it is ignored"), untrusted::toString);
        assertEquals(0, host.run("trust").exit());
        Ended trusted = host.run("run", "-a", "demo", "--dry-run", "-o", "json", "x");
        assertEquals("deny", json(trusted).get("permissions").asString(), trusted::toString);
        assertFalse(trusted.out().contains("not trusted"), trusted::toString);
        Files.writeString(file, "{\"permissions\":  \"deny\"}");
        Ended changed = host.run("run -a demo", "hello");
        assertTrue(changed.err().contains("has changed since it was trusted"), changed::toString);
        assertTrue(host.run("trust", "list").out().contains("changed"));
        assertEquals(0, host.run("trust", "revoke").exit());
    }
}
