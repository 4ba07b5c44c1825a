package dev.termal.host.web.api;

import dev.termal.host.event.SessionKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a client knows of sessions. The ids of its events spell it out: behind the number, a short digest of what it was told last
 * of each session. So a client that comes back is told exactly what it does not know, by whichever server, and also where what
 * it knew was lost since. Bounded: of sessions that changed long ago the ids do not speak, and they would be told again. Not
 * thread-safe.
 */
final class ToldSessions {
    /** Sessions that an id speaks of: those that are listed, and some that changed meanwhile. */
    static final int SPOKEN_OF = ApiLimits.SESSIONS + 50;

    private static final int BYTES = 6;
    private static final int LETTERS = 8; // of so many bytes
    private static final Pattern ID = Pattern.compile("\\d{1,19}\\.((?:[A-Za-z0-9_-]{8})*)");

    private final Set<String> before = new HashSet<>();
    private final Map<SessionKey, String> told = new LinkedHashMap<>();

    /** A client that has seen an event of this id last; one that is not understood counts for none. */
    ToldSessions(Optional<String> lastEventId) {
        lastEventId
                .map(ID::matcher)
                .filter(id -> id.matches())
                .map(id -> id.group(1))
                .ifPresent(digests -> {
                    for (int at = 0; at < digests.length(); at += LETTERS) {
                        before.add(digests.substring(at, at + LETTERS));
                    }
                });
    }

    /** Whether this of a session is not known yet, as it is from now on. */
    boolean isNews(SessionKey key, String json) {
        String digest = digest(json);
        boolean known = before.remove(digest) || digest.equals(told.get(key));
        told.remove(key);
        told.put(key, digest);
        if (told.size() > SPOKEN_OF) {
            told.remove(told.keySet().iterator().next());
        }
        return !known;
    }

    /** All that there is has been told: what the client knew besides counts no more. */
    void listed() {
        before.clear();
    }

    void removed(SessionKey key) {
        told.remove(key);
    }

    /** The id of an event after which the client knows all this. */
    String id(long number) {
        return number + "." + String.join("", told.values());
    }

    private static String digest(String json) {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(json.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(whole, BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each Java has it
        }
    }
}
