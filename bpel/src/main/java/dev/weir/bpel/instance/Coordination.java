package dev.weir.bpel.instance;

import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an instance knows as a detail, and as a master. */
final class Coordination {
    /** The key of the call that made it a detail; null where it is none. */
    @Nullable String master;

    int details;

    /** The labels that it signalled when it had no detail yet: for those that come. */
    TreeSet<String> early = new TreeSet<>();

    Coordination() {}

    Coordination(@Nullable String master, int details, List<String> early) {
        this.master = master;
        this.details = details;
        this.early.addAll(early);
    }
}
