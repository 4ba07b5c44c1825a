package dev.termal.host.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.api.McpServer;
import dev.termal.api.SessionRequest;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoanTest {
    private static final SessionRequest REQUEST = SessionRequest.in(Path.of("").toAbsolutePath());

    private static SessionRequest with(String... names) {
        SessionRequest.Builder request = REQUEST.toBuilder();
        List.of(names)
                .forEach(name ->
                        request.mcpServer(new McpServer.Http(name, URI.create("http://127.0.0.1:1/x"), Map.of())));
        return request.build();
    }

    /** The person's own servers keep their names. */
    @Test
    void theServersNameIsTakenByNoOther() {
        assertEquals("termal", Loan.nameBeside(REQUEST));
        assertEquals("termal", Loan.nameBeside(with("mine")));
        assertEquals("termal-host", Loan.nameBeside(with("mine", "termal")));
        assertEquals("termal-host-host", Loan.nameBeside(with("termal-host", "termal")));
    }
}
