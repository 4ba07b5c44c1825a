package dev.termal.dist.arch.broken.host.two;

public class Back extends dev.termal.dist.arch.broken.host.one.Base {}
