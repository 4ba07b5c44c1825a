package dev.termal.host.parity;

import dev.termal.host.process.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A matrix as JSON, and the file for it: one for each build of an agent, the last run in it. */
public final class ParityFile {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int BUILD_DIGITS = 12;

    private ParityFile() {}

    /** The matrix. */
    public static ObjectNode json(ParityMatrix matrix) {
        ObjectNode root = JSON.createObjectNode()
                .put("agent", matrix.agent().value())
                .put("build", matrix.build())
                .put("at", matrix.at().toString())
                .put("matches", matrix.matches());
        ArrayNode lines = root.putArray("lines");
        for (ParityMatrix.Line line : matrix.lines()) {
            ObjectNode node = lines.addObject().put("id", line.id()).put("matches", line.matches());
            ObjectNode cells = node.putObject("engines");
            for (int i = 0; i < matrix.engines().size(); i++) {
                ParityMatrix.Cell cell = line.cells().get(i);
                cells.putObject(matrix.engines().get(i).value())
                        .put("status", cell.status().name())
                        .put("evidence", cell.evidence());
            }
        }
        return root;
    }

    /** Keeps it in the host's folder, and gives the file. */
    public static Path save(ParityMatrix matrix, Path home) throws IOException {
        Path folder = PrivateFiles.folder(home.resolve("parity"));
        Path file = folder.resolve(matrix.agent().value() + "-" + digits(matrix.build()) + ".json");
        PrivateFiles.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json(matrix)) + "\n");
        return file;
    }

    private static String digits(String build) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(build.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, BUILD_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
