package dev.termal.dist.arch.broken.agent.toy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

class Harmless {
    Object reads(Path path) throws IOException {
        return Files.readString(path) + Files.isExecutable(path) + new PrintWriter(new StringWriter());
    }

    Object url(String text) {
        return URI.create(text);
    }
}
