package dev.termal.host.chat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.DefaultParser;

/** Takes a line for words apart by blanks: quotes and backslashes are the agent's. */
final class PromptParser extends DefaultParser {
    PromptParser() {
        setQuoteChars(new char[0]);
        setEscapeChars(new char[0]);
    }

    @Override
    public ParsedLine parse(String line, int at, ParseContext context) {
        int start = at;
        while (start > 0 && !Character.isWhitespace(line.charAt(start - 1))) {
            start--;
        }
        int end = at;
        while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
            end++;
        }
        String lead = line.substring(0, start).strip();
        List<String> words = new ArrayList<>(lead.isEmpty() ? List.of() : Arrays.asList(lead.split("\\s+")));
        words.add(line.substring(start, end));
        int within = at - start;
        return new ArgumentList(line, words, words.size() - 1, within, at, "", within, end - start);
    }
}
