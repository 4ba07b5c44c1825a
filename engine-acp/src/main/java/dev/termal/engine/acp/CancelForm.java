package dev.termal.engine.acp;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** In which form an agent is asked to end a turn early. */
enum CancelForm {
    /** As the protocol says: told, and not answered. */
    NOTIFICATION,
    /** Asked, and answered; an agent that does not know the method is not asked again. */
    REQUEST,
    /** Not at all. */
    NONE;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> words() {
        return Arrays.stream(values()).map(CancelForm::word).toList();
    }

    static CancelForm of(String word) {
        return Arrays.stream(values())
                .filter(form -> form.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new AgentException(
                        ErrorCode.CONFIGURATION,
                        "option cancelForm is \"" + word + "\"; its choices are " + String.join(", ", words())));
    }
}
