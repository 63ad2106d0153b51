package dev.weir.server.deploy;

import dev.weir.server.admin.Counted;
import org.jspecify.annotations.Nullable;

/** How far a start is, for those who ask meanwhile; hands on to the one who follows it. Thread-safe. */
final class StartState implements StartProgress {
    private final StartProgress follower;
    private volatile @Nullable String pending = "the server is starting";

    StartState(StartProgress follower) {
        this.follower = follower;
    }

    @Override
    public void deployed(int ready, int all) {
        pending = "the server is starting: " + ready + " of " + Counted.of(all, "composite")
                + Counted.word(all, " is", " are") + " ready";
        follower.deployed(ready, all);
    }

    /** All that could be deployed is. */
    void over() {
        pending = null;
    }

    /** For people; null once it is over. */
    @Nullable String pending() {
        return pending;
    }
}
