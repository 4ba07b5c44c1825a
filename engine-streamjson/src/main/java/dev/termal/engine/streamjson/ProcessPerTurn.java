package dev.termal.engine.streamjson;

import dev.termal.api.spi.LaunchRequest;
import java.util.Optional;

/** A process for each turn: it is launched with the prompt and ends with the turn. */
final class ProcessPerTurn implements Runner {
    private final Conversation conversation;
    private final Launches launches;

    ProcessPerTurn(Conversation conversation, Launches launches) {
        this.conversation = conversation;
        this.launches = launches;
    }

    @Override
    public Attempt begin(Turn turn) throws InterruptedException {
        return launches.launch(new LaunchRequest.ForTurn(conversation.toLaunch(), turn.prompt()), turn);
    }

    @Override
    public Optional<DialectProcess> process() {
        return launches.live();
    }

    @Override
    public void close() {
        launches.close();
    }
}
