package dev.termal.host.store;

import java.util.List;

/** What stands in the file, and how an older form becomes this one. Each step is taken once, whole, and never changed. */
final class Schema {
    private static final List<List<String>> STEPS = List.of(
            List.of(
                    """
            CREATE TABLE session (
                id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again: the ids of entries are made of it
                key TEXT NOT NULL UNIQUE,
                name TEXT,
                agent TEXT NOT NULL,
                engine TEXT NOT NULL,
                cwd TEXT NOT NULL,
                title TEXT NOT NULL DEFAULT '',
                model TEXT,
                mode TEXT,
                effort TEXT,
                options TEXT NOT NULL DEFAULT '{}',
                created INTEGER NOT NULL,
                updated INTEGER NOT NULL,
                last_seq INTEGER NOT NULL DEFAULT 0,
                last_turn INTEGER NOT NULL DEFAULT 0,
                open_turn INTEGER NOT NULL DEFAULT 0, -- the turn that has begun and not ended
                indexed INTEGER NOT NULL DEFAULT 0,   -- the last entry whose words can be found
                clean INTEGER NOT NULL DEFAULT 1      -- whether all that was shown is kept
            ) STRICT
            """,
                    "CREATE UNIQUE INDEX session_name ON session (name, agent) WHERE name IS NOT NULL",
                    "CREATE INDEX session_cwd ON session (cwd, updated)",
                    "CREATE INDEX session_updated ON session (updated)",
                    """
            CREATE TABLE binding ( -- the agent's own name for the session, for each engine
                session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
                engine TEXT NOT NULL,
                agent_session TEXT,   -- not told, though there was a turn
                agent_name TEXT NOT NULL DEFAULT '',
                PRIMARY KEY (session, engine)
            ) STRICT, WITHOUT ROWID
            """,
                    """
            CREATE TABLE turn (
                session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
                turn INTEGER NOT NULL,
                prompt TEXT NOT NULL,
                first_seq INTEGER NOT NULL,
                last_seq INTEGER,
                started INTEGER NOT NULL,
                ended INTEGER,
                outcome TEXT,
                report TEXT, -- the entry that ended it
                PRIMARY KEY (session, turn)
            ) STRICT, WITHOUT ROWID
            """,
                    """
            CREATE TABLE entry (
                id INTEGER PRIMARY KEY, -- the session's id and the number of the last entry that it stands for
                first_seq INTEGER NOT NULL,
                time INTEGER NOT NULL,
                turn INTEGER NOT NULL,
                body TEXT NOT NULL,
                cuts TEXT -- the lengths of the pieces, where it stands for several
            ) STRICT
            """,
                    """
            CREATE VIRTUAL TABLE word USING fts5 (
                text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')
            """,
                    """
            CREATE TABLE lease (
                session INTEGER PRIMARY KEY REFERENCES session ON DELETE CASCADE,
                token TEXT NOT NULL,
                pid INTEGER NOT NULL,
                start TEXT NOT NULL,
                machine TEXT NOT NULL,
                since INTEGER NOT NULL
            ) STRICT
            """,
                    """
            CREATE TABLE waiting (
                id INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order in which they came
                session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
                pid INTEGER NOT NULL,
                start TEXT NOT NULL,
                machine TEXT NOT NULL,
                since INTEGER NOT NULL,
                text TEXT NOT NULL DEFAULT ''
            ) STRICT
            """),
            List.of(
                    "ALTER TABLE binding ADD COLUMN seen INTEGER NOT NULL DEFAULT 0", // the last entry that it took
                    // part in
                    "UPDATE binding SET seen = (SELECT last_seq FROM session WHERE id = session)"));

    static final int VERSION = STEPS.size();

    private Schema() {}

    /** Brings a file to this form; refuses one of a newer form. */
    static void bring(Database database) {
        if (check(database) == VERSION) {
            return;
        }
        database.transaction(() -> {
            for (int version = check(database); version < VERSION; version++) { // another host may have been faster
                STEPS.get(version).forEach(database::execute);
            }
            database.execute("PRAGMA user_version = " + VERSION);
        });
    }

    private static int check(Database database) {
        int version = database.number("PRAGMA user_version").orElse(0L).intValue();
        if (version > VERSION) {
            throw StoreFailure.newer(database.file(), version, VERSION);
        }
        return version;
    }
}
