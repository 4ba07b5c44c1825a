/**
 * Speaks lines of JSON whose meaning an agent module supplies.
 *
 * @provides dev.termal.api.spi.EngineProvider with the engine {@code stream-json}
 */
module dev.termal.engine.streamjson {
    requires static org.jspecify;
    requires dev.termal.api;

    provides dev.termal.api.spi.EngineProvider with
            dev.termal.engine.streamjson.StreamJsonEngineProvider;
}
