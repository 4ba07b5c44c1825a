package dev.termal.host.session;

import java.util.Optional;

/**
 * Takes back out what an agent has said before: some send the whole message so far again with every chunk, and the new text
 * behind it.
 *
 * <p>It is careful, since a short chunk may begin like the text so far by chance: it starts to cut only when at least
 * {@value #PROOF} characters are repeated with more behind them, and once a chunk does not go on from the text so far it
 * takes chunks as they are again. Not thread-safe; one for messages, one for thoughts.
 */
final class ResendGuard {
    static final int PROOF = 32;

    private final StringBuilder said = new StringBuilder();
    private int messageStart;
    private Optional<String> messageId = Optional.empty();
    private boolean resends;

    /** Forgets all: a new turn begins. */
    void begin() {
        said.setLength(0);
        messageStart = 0;
        messageId = Optional.empty();
        resends = false;
    }

    /** Something else came between: what comes next may repeat the whole text so far, or begin a new message. */
    void interrupt() {
        messageStart = said.length();
    }

    /** What is new in a chunk; empty text where nothing is. */
    String fresh(String chunk, Optional<String> id) {
        if (id.isPresent() && !id.equals(messageId)) {
            begin();
            messageId = id;
        }
        int repeated = repeated(chunk);
        if (repeated < 0) {
            resends = false;
        } else if (repeated >= PROOF && chunk.length() > repeated) {
            resends = true;
        }
        String fresh = resends ? chunk.substring(repeated) : chunk;
        said.append(fresh);
        return fresh;
    }

    /** How many characters of a chunk are the text so far, or its last message; -1 where it goes on from neither. */
    private int repeated(String chunk) {
        if (chunk.length() >= said.length() && chunk.startsWith(said.toString())) {
            return said.length();
        }
        String message = said.substring(messageStart);
        return chunk.startsWith(message) ? message.length() : -1;
    }
}
