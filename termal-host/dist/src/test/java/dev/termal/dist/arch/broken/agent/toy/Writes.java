package dev.termal.dist.arch.broken.agent.toy;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

class Writes {
    Object files(Path path) throws IOException {
        return Files.writeString(path, "");
    }

    Object stream() throws IOException {
        return new FileOutputStream("x");
    }

    boolean file(File file) {
        return file.mkdirs();
    }

    Object writer() throws IOException {
        return new PrintWriter("x");
    }

    Object channel(Path path) throws IOException {
        return FileChannel.open(path);
    }
}
