package dev.weir.soap.http;

import java.util.HashSet;
import java.util.Set;

/** The replies of a server that are pushed now: so many at most, and none once it drains. Thread-safe. */
final class PushedReplies {
    private final int most;
    private final Set<PushedReply> open = new HashSet<>();
    private boolean ended;

    PushedReplies(int most) {
        this.most = most;
    }

    /** False where there is no room, or there shall be none any more. */
    synchronized boolean add(PushedReply reply) {
        return !ended && open.size() < most && open.add(reply);
    }

    synchronized void remove(PushedReply reply) {
        open.remove(reply);
    }

    synchronized int count() {
        return open.size();
    }

    /** Ends those of a handler, in order. */
    synchronized void endAt(String mounted) {
        for (PushedReply reply : open) {
            if (reply.mountedAt.equals(mounted)) {
                reply.close();
            }
        }
    }

    /** Ends all, in order, and takes none from now on. */
    synchronized void endAll() {
        ended = true;
        open.forEach(PushedReply::close);
    }
}
