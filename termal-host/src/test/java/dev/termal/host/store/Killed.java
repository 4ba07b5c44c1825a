package dev.termal.host.store;

import java.nio.file.Path;

/** Makes a store look as if its hosts had been killed: their leases name processes that are no more. */
public final class Killed {
    private Killed() {}

    public static void everyLease(Path folder) {
        try (Database database = Database.connect(folder.resolve("termal.db"))) {
            database.update("UPDATE lease SET start = 'long ago'");
            database.update("UPDATE waiting SET start = 'long ago'");
        }
    }

    /** One who waited for the first session. */
    static void waiter(Path folder) {
        try (Database database = Database.connect(folder.resolve("termal.db"))) {
            Leases.await(database, 1, "", StoreRig.TIME);
            database.update("UPDATE waiting SET start = 'long ago'");
        }
    }

    /** How many are noted as waiting, dead or alive. */
    static long waiters(Path folder) {
        try (Database database = Database.connect(folder.resolve("termal.db"))) {
            return database.number("SELECT count(*) FROM waiting").orElse(0L);
        }
    }
}
