package dev.termal.host.session;

import java.util.Optional;

/** The text of the agent's messages in one turn, messages apart by a blank line. Not thread-safe. */
final class TurnText {
    /** In characters; a turn that says more has its report cut, not its stream. */
    static final int MAX = (int) HeapShare.of(16 * 1024 * 1024, 8);

    private final StringBuilder text = new StringBuilder();
    private Optional<String> messageId = Optional.empty();
    private boolean interrupted;

    /** Takes a piece of a message; a message goes on over an interruption where its id says so. */
    void append(String piece, Optional<String> id) {
        if (piece.isEmpty()) {
            return;
        }
        boolean sameId = id.isPresent() && id.equals(messageId);
        boolean otherId = id.isPresent() && messageId.isPresent() && !sameId;
        if (otherId || (interrupted && !sameId)) {
            blankLine();
        }
        interrupted = false;
        messageId = id;
        text.append(piece, 0, Math.min(piece.length(), MAX - text.length()));
    }

    /** Something that is no message came between. */
    void interrupt() {
        interrupted = true;
    }

    private void blankLine() {
        while (text.length() > 0 && text.length() < MAX && !endsWithBlankLine()) {
            text.append('\n');
        }
    }

    private boolean endsWithBlankLine() {
        int end = text.length();
        return end >= 2 && text.charAt(end - 1) == '\n' && text.charAt(end - 2) == '\n';
    }

    boolean isBlank() {
        return text.chars().allMatch(Character::isWhitespace);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
