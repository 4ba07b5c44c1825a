/** A program that has the host as a library. It names no engine and no agent: those on the module path come along by themselves. */
module com.example.embedding {
    requires dev.termal.host;
}
