package dev.termal.host.chat.markdown;

import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Breaks running text into lines, each of which is handed on as soon as nothing can be added to it. Not for several threads.
 */
final class Flow {
    private final IntSupplier width;
    private final Consumer<Styled> lines;
    private final Styled hang; // what each line but the first begins with
    private final Styled line;
    private final Styled word = new Styled();
    private final Styled gap = new Styled(); // between the line and the word
    private boolean anything; // in the line, beside its prefix

    /**
     * A flow.
     *
     * @param width columns of a line, asked for each line anew
     * @param first what the first line begins with
     * @param hang what the others begin with
     */
    Flow(IntSupplier width, Styled first, Styled hang, Consumer<Styled> lines) {
        this.width = width;
        this.lines = lines;
        this.hang = hang;
        line = new Styled().append(first);
    }

    void add(int codePoint, int style) {
        if (codePoint == ' ' || codePoint == '\t') {
            placeWord();
            gap.append(' ', style);
            return;
        }
        if (word.width() + Styled.width(codePoint) > Math.max(1, width.getAsInt() - hang.width())) {
            placeWord(); // longer than a line: it goes on in the next
            endLine();
        }
        word.append(codePoint, style);
    }

    private void placeWord() {
        if (word.isEmpty()) {
            return;
        }
        boolean fits = line.width() + gap.width() + word.width() <= width.getAsInt();
        if (anything && !fits) {
            endLine();
        }
        if (anything) {
            line.append(gap);
        }
        line.append(word);
        anything = true;
        word.clear();
        gap.clear();
    }

    private void endLine() {
        if (anything) {
            lines.accept(new Styled().append(line));
            line.clear();
            line.append(hang);
            anything = false;
            gap.clear();
        }
    }

    /** What is not handed on yet, without colours. */
    String unfinished() {
        return new Styled().append(line).append(gap).append(word).render(false);
    }

    /** Hands on what is left. */
    void end() {
        placeWord();
        endLine();
    }
}
