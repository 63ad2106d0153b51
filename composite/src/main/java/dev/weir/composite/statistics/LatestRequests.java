package dev.weir.composite.statistics;

import dev.weir.composite.statistics.Statistics.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The latest requests of one operation, so many of them. Thread-safe. */
final class LatestRequests {
    private final int most;
    private final Deque<Request> newestFirst = new ArrayDeque<>();

    LatestRequests(int most) {
        this.most = most;
    }

    synchronized void add(Request request) {
        if (newestFirst.size() == most) {
            newestFirst.removeLast();
        }
        newestFirst.addFirst(request);
    }

    synchronized List<Request> now() {
        return new ArrayList<>(newestFirst);
    }
}
