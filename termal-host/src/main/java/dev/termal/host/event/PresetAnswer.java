package dev.termal.host.event;

import dev.termal.api.Question;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An answer given before the question is asked.
 *
 * @param title text that the question's title or text must contain; empty matches all
 * @param field the id or label of a field that the question must have; empty matches all
 * @param values what to answer, by field id; a single entry under an empty id fills the matching, or the only, field; to a
 *     question without fields it is {@code true} or {@code false}
 */
public record PresetAnswer(Optional<String> title, Optional<String> field, Map<String, List<String>> values) {
    /** Copies its map, in its order. */
    public PresetAnswer {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Whether it is for this question. */
    public boolean matches(Question question) {
        return title.map(t -> question.title().contains(t) || question.text().contains(t))
                        .orElse(true)
                && field.map(f -> question.fields().stream()
                                .anyMatch(each ->
                                        each.id().equals(f) || each.label().equals(f)))
                        .orElse(true);
    }
}
