package dev.termal.host.web;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections whose first request does not arrive whole in time: to send its head a byte at a time keeps a connection
 * from being idle, and would hold it for good.
 */
final class FirstRequest implements Connection.Listener {
    private final Scheduler scheduler;
    private final Duration time;
    private final Map<Connection, Scheduler.Task> waiting = new ConcurrentHashMap<>();

    FirstRequest(Scheduler scheduler, Duration time) {
        this.scheduler = scheduler;
        this.time = time;
    }

    @Override
    public void onOpened(Connection connection) {
        waiting.put(connection, scheduler.schedule(() -> check(connection), time.toMillis(), TimeUnit.MILLISECONDS));
    }

    private void check(Connection connection) {
        waiting.remove(connection);
        if (connection.getMessagesIn() == 0) {
            connection.getEndPoint().close();
        }
    }

    @Override
    public void onClosed(Connection connection) {
        Scheduler.Task task = waiting.remove(connection);
        if (task != null) {
            task.cancel();
        }
    }
}
