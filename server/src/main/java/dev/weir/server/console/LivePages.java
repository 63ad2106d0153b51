package dev.weir.server.console;

import dev.weir.server.console.Sessions.Session;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.Push;
import dev.weir.soap.http.PushedBody;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets pages that are open know every few seconds that it is time to look again, by server-sent events: what they show then
 * they ask for themselves. One thread for all pages. Thread-safe.
 */
final class LivePages implements AutoCloseable {
    private static final int SECONDS = 5;
    /** Each is a connection of the listener, which commands and other people need, too. */
    private static final int MOST = 100;

    private static final int MOST_OF_ONE = 20;
    /** Browsers wait so long before they connect again. */
    private static final byte[] GREETING = "retry: 5000\n\n".getBytes(StandardCharsets.UTF_8);

    private static final byte[] TICK = "event: tick\ndata: now\n\n".getBytes(StandardCharsets.UTF_8);

    private final Sessions sessions;
    private final Set<Listener> open = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "weir-console");
        thread.setDaemon(true);
        return thread;
    });

    LivePages(Sessions sessions) {
        this.sessions = sessions;
        var unused = timer.scheduleWithFixedDelay(this::tick, SECONDS, SECONDS, TimeUnit.SECONDS);
    }

    private void tick() {
        for (Listener listener : open) {
            listener.tick();
        }
    }

    /**
     * The answer to a page that wants to know; it ends with its session. 503 where {@value #MOST} listen already, or {@value
     * #MOST_OF_ONE} of the session; such a page shows what it has.
     */
    HttpReply listen(Session session) {
        long ofOne = open.stream().filter(each -> each.session == session).count();
        if (open.size() >= MOST || ofOne >= MOST_OF_ONE) {
            return Pages.guarded(HttpReply.text(503, "too many open pages look again by themselves\n"))
                    .with("Retry-After", "15");
        }
        return Pages.guarded(HttpReply.of(200, "text/event-stream", new Listener(session)))
                .with("X-Accel-Buffering", "no");
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    private final class Listener implements PushedBody {
        private final Session session;
        private volatile @Nullable Push push;

        Listener(Session session) {
            this.session = session;
            open.add(this);
        }

        @Override
        public void begin(Push to) {
            push = to;
            to.send(GREETING);
        }

        void tick() {
            Push to = push;
            if (to == null) {
                return;
            }
            if (sessions.isOpen(session.id())) {
                to.send(TICK);
            } else {
                to.close();
            }
        }

        @Override
        public void close() {
            open.remove(this);
        }
    }
}
