package com.example.dice;

import dev.termal.api.spi.HostTool;
import dev.termal.api.spi.HostToolProvider;
import java.security.SecureRandom;
import java.util.List;

/** What this plugin brings: one tool. */
public final class DiceProvider implements HostToolProvider {
    @Override
    public List<HostTool> tools() {
        return List.of(new Dice(new SecureRandom()));
    }
}
