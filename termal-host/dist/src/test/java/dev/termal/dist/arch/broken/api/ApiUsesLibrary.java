package dev.termal.dist.arch.broken.api;

class ApiUsesLibrary {
    org.slf4j.Logger log;
}
