package dev.termal.host.mcp;

import dev.termal.api.McpServer;
import dev.termal.api.SessionRequest;
import dev.termal.host.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** Speaks to a loan's server by plain HTTP. */
final class McpClient {
    static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    final URI url;
    final String token;

    McpClient(Loan loan) {
        McpServer.Http server =
                (McpServer.Http) loan.in(SessionRequest.in(Path.of("").toAbsolutePath()))
                        .mcpServers()
                        .get(0);
        url = server.url();
        token = server.headers().get(Loan.HEADER);
    }

    static String call(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }

    HttpRequest.Builder post(String body) {
        return HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    HttpResponse<String> send(String body) throws IOException, InterruptedException {
        return send(post(body).header(Loan.HEADER, token));
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> sending(String body) {
        return HTTP.sendAsync(post(body).header(Loan.HEADER, token).build(), HttpResponse.BodyHandlers.ofString());
    }

    static JsonNode result(HttpResponse<String> response) {
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return Json.read(response.body()).path("result");
    }

    static String text(HttpResponse<String> response) {
        return result(response).path("content").path(0).path("text").asString("");
    }
}
