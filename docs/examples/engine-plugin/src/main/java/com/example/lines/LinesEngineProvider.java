package com.example.lines;

import dev.termal.api.EngineId;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineProvider;

/** Offers the engine {@code lines}. */
public final class LinesEngineProvider implements EngineProvider {
    static final EngineId ID = new EngineId("lines");

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public String displayName() {
        return "A prompt in, lines of JSON out";
    }

    @Override
    public Engine create(EngineContext context) {
        return new LinesEngine(context);
    }
}
