package dev.weir.bind.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The annotations of one class, package or property; those of a property stand on a field, on a getter, on a setter. */
final class Marks {
    static final Marks NONE = new Marks(List.of());

    private final List<Mark> all;

    /** The {@link MarkKind#bit} of each. */
    private final long kinds;

    Marks(List<Mark> all) {
        long found = 0;
        for (int i = 0; i < all.size(); i++) {
            found |= all.get(i).kind().bit;
        }
        this.all = all;
        this.kinds = found;
    }

    /** What two places say; the first one goes first. */
    Marks and(Marks others) {
        if (others.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return others;
        }
        List<Mark> both = new ArrayList<>(all);
        both.addAll(others.all);
        return new Marks(both);
    }

    /** Null for none. */
    @Nullable Mark get(MarkKind kind) {
        if ((kinds & kind.bit) == 0) {
            return null;
        }
        int i = 0;
        while (all.get(i).kind() != kind) {
            i++;
        }
        return all.get(i);
    }

    boolean has(MarkKind kind) {
        return (kinds & kind.bit) != 0;
    }

    /** Whether there are any of some kinds, the {@link MarkKind#bit} of each set. */
    boolean hasAny(long wanted) {
        return (kinds & wanted) != 0;
    }

    /** Whether any of them is about binding. */
    boolean bind() {
        return (kinds & ~MarkKind.LOCATION.bit) != 0;
    }

    boolean isEmpty() {
        return this == NONE;
    }
}
