package dev.termal.host.chat.markdown;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Colours lines of code: comments, strings and the words that many languages keep for themselves. No more than that: it need
 * not know a language to be of use, and is wrong in little. One per block; not for several threads.
 */
final class CodeColours {
    private static final Set<String> WORDS = Set.of(
            ("abstract as async await bool boolean break case catch class const continue def default defer delete do done elif"
                            + " else end enum esac except export extends extern false fi final finally fn for from func function go"
                            + " goto if impl implements import in instanceof int interface is lambda let match mod module mut"
                            + " namespace new nil not null None number of or override package pass private protected pub public"
                            + " raise record return select self static string struct super switch then this throw throws trait True"
                            + " False true try type typeof union unless unsafe until use using val var virtual void when where while"
                            + " with yield SELECT FROM WHERE INSERT INTO UPDATE DELETE CREATE TABLE JOIN ON AND OR NOT GROUP ORDER BY")
                    .split(" "));
    private static final Set<String> HASH_COMMENTS = Set.of(
            "bash",
            "sh",
            "shell",
            "zsh",
            "python",
            "py",
            "ruby",
            "rb",
            "perl",
            "yaml",
            "yml",
            "toml",
            "make",
            "makefile",
            "dockerfile",
            "r",
            "elixir",
            "ini",
            "conf",
            "nix",
            "powershell",
            "ps1");
    private static final Set<String> DASH_COMMENTS = Set.of("sql", "lua", "haskell", "hs", "ada", "elm");
    private static final Set<String> NO_COLOURS =
            Set.of("text", "txt", "plain", "plaintext", "markdown", "md", "log", "output");
    private static final Map<Character, Integer> DIFF = Map.of('+', Style.GREEN, '-', Style.RED, '@', Style.CYAN);

    private final String language;
    private final String lineComment;
    private final boolean blockComments;
    private boolean inComment;

    /** For what stands behind the fence. */
    CodeColours(String info) {
        language = info.strip().split("[\\s,{:]", 2)[0].toLowerCase(Locale.ROOT);
        lineComment = HASH_COMMENTS.contains(language) ? "#" : DASH_COMMENTS.contains(language) ? "--" : "//";
        blockComments = lineComment.equals("//");
    }

    Styled line(String code) {
        if (language.isEmpty() || NO_COLOURS.contains(language)) {
            return Styled.of(code, Style.PLAIN);
        }
        if (language.equals("diff") || language.equals("patch")) {
            return Styled.of(code, code.isEmpty() ? Style.PLAIN : DIFF.getOrDefault(code.charAt(0), Style.PLAIN));
        }
        Styled line = new Styled();
        int at = 0;
        while (at < code.length()) {
            int end = tokenEnd(code, at);
            String token = code.substring(at, end);
            line.append(token, style(token));
            at = end;
        }
        return line;
    }

    private int style(String token) {
        char first = token.charAt(0);
        if (wasComment || token.startsWith(lineComment)) {
            return Style.DIM;
        }
        if (first == '"' || first == '\'' || first == '`') {
            return token.length() > 1 ? Style.GREEN : Style.PLAIN;
        }
        return WORDS.contains(token) ? Style.MAGENTA : Style.PLAIN;
    }

    private boolean wasComment; // the token that was just found is, or is in, a block comment

    private int tokenEnd(String code, int at) {
        wasComment = inComment || (blockComments && code.startsWith("/*", at));
        if (wasComment) {
            int end = code.indexOf("*/", inComment ? at : at + 2);
            inComment = end < 0;
            return end < 0 ? code.length() : end + 2;
        }
        boolean atWordStart = at == 0 || Character.isWhitespace(code.charAt(at - 1));
        if (code.startsWith(lineComment, at) && (atWordStart || !lineComment.equals("#"))) {
            return code.length();
        }
        char c = code.charAt(at);
        if (c == '"' || c == '\'' || c == '`') {
            return stringEnd(code, at, c);
        }
        int end = at;
        while (end < code.length() && Character.isJavaIdentifierPart(code.charAt(end))) {
            end++;
        }
        return Math.max(end, at + 1);
    }

    /** Behind the string, or behind the quote where it does not end in this line: then it may be an apostrophe. */
    private static int stringEnd(String code, int at, char quote) {
        for (int i = at + 1; i < code.length(); i++) {
            if (code.charAt(i) == '\\') {
                i++;
            } else if (code.charAt(i) == quote) {
                return i + 1;
            }
        }
        return at + 1;
    }
}
