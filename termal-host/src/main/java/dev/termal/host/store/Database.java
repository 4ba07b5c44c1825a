package dev.termal.host.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/** One connection. Failures are {@link StoreFailure}s. Not for several threads. */
final class Database implements AutoCloseable {
    /** How long a statement waits for another process that writes. */
    static final int BUSY_MS = 5_000;

    private final Path file;
    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new LinkedHashMap<>();

    /** Makes something of the row that a result stands at. */
    interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    private Database(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /** Connects to a file, which is made where it is missing. */
    static Database connect(Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MS);
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        config.enforceForeignKeys(true);
        return connect(file, config, file.toString());
    }

    /** Connects to a file that nobody can change, to read it: nothing is put beside it, where there is no room for that. */
    static Database connectToUnchanging(Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setOpenMode(SQLiteOpenMode.OPEN_URI);
        return connect(file, config, "file:" + file.toUri().getRawPath() + "?immutable=1");
    }

    private static Database connect(Path file, SQLiteConfig config, String name) {
        try {
            return new Database(file, config.createConnection("jdbc:sqlite:" + name));
        } catch (SQLException e) {
            throw StoreFailure.of(file, e);
        }
    }

    Path file() {
        return file;
    }

    /** Executes one statement without parameters. */
    void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw StoreFailure.of(file, e);
        }
    }

    /** Executes a statement that changes rows and gives how many; empty options are NULL. */
    int update(String sql, Object... values) {
        try {
            PreparedStatement statement = statement(sql, values);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw StoreFailure.of(file, e);
        }
    }

    /** Inserts a row and gives its id. */
    long insert(String sql, Object... values) {
        update(sql, values);
        return number("SELECT last_insert_rowid()").orElse(0L);
    }

    <T> List<T> query(Row<T> each, String sql, Object... values) {
        try (ResultSet rows = statement(sql, values).executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(each.of(rows));
            }
            return found;
        } catch (SQLException e) {
            throw StoreFailure.of(file, e);
        }
    }

    <T> Optional<T> first(Row<T> each, String sql, Object... values) {
        return query(each, sql, values).stream().findFirst();
    }

    Optional<Long> number(String sql, Object... values) {
        return first(row -> row.getLong(1), sql, values);
    }

    /** Does it all or nothing. The lock for writing is taken first: later it could be refused at once. */
    void transaction(Runnable work) {
        execute("BEGIN IMMEDIATE");
        boolean done = false;
        try {
            work.run();
            execute("COMMIT");
            done = true;
        } finally {
            if (!done) {
                rollback();
            }
        }
    }

    private void rollback() {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ROLLBACK");
        } catch (SQLException over) {
            return; // the failure itself has ended the transaction
        }
    }

    private PreparedStatement statement(String sql, Object... values) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        for (int i = 0; i < values.length; i++) {
            Object value = values[i] instanceof Optional<?> optional ? optional.orElse(null) : values[i];
            statement.setObject(i + 1, value);
        }
        return statement;
    }

    @Override
    public void close() {
        try {
            connection.close(); // and all its statements
        } catch (SQLException e) {
            throw StoreFailure.of(file, e);
        }
    }
}
