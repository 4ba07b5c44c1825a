package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UserEnvironmentTest {
    @Test
    void isTheProcesssOwnWithoutALauncher() {
        assertEquals(Map.of("LC_ALL", "C"), UserEnvironment.of(Map.of("LC_ALL", "C")));
    }

    @Test
    void hasTheLocaleThatWasThereBeforeTheLauncher() {
        Map<String, String> own = Map.of("LC_ALL", "C.UTF-8", UserEnvironment.SAVED, "=POSIX", "A", "b");
        assertEquals(Map.of("LC_ALL", "POSIX", "A", "b"), UserEnvironment.of(own));
        own = Map.of("LC_ALL", "C.UTF-8", UserEnvironment.SAVED, "=");
        assertEquals(Map.of("LC_ALL", ""), UserEnvironment.of(own));
    }

    @Test
    void hasNoneWhereThereWasNone() {
        Map<String, String> own = Map.of("LC_ALL", "C.UTF-8", UserEnvironment.SAVED, "", "LANG", "C");
        assertEquals(Map.of("LANG", "C"), UserEnvironment.of(own));
    }
}
