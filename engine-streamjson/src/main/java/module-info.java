/** Speaks lines of JSON whose meaning an agent module supplies. */
module dev.termal.engine.streamjson {
    requires dev.termal.api;
}
