package dev.termal.dist.arch.broken.host.two;

class Ends {
    static int shared;

    void exit() {
        System.exit(shared);
    }

    void halt() {
        Runtime.getRuntime().halt(shared);
    }
}
