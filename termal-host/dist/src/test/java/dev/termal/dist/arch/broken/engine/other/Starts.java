package dev.termal.dist.arch.broken.engine.other;

import java.io.IOException;

class Starts {
    Process builder() throws IOException {
        return new ProcessBuilder("true").start();
    }

    Process exec() throws IOException {
        return Runtime.getRuntime().exec(new String[] {"true"});
    }
}
