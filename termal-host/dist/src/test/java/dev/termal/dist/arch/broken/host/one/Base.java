package dev.termal.dist.arch.broken.host.one;

public class Base {
    dev.termal.dist.arch.broken.host.two.Back back;
}
