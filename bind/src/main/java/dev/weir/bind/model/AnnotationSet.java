package dev.weir.bind.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The annotations of one class, package or property; those of a property stand on a field, on a getter, on a setter. */
final class AnnotationSet {
    static final AnnotationSet NONE = new AnnotationSet(List.of());

    private final List<AnnotationInfo> all;

    /** The {@link AnnotationKind#bit} of each. */
    private final long kinds;

    AnnotationSet(List<AnnotationInfo> all) {
        long found = 0;
        for (int i = 0; i < all.size(); i++) {
            found |= all.get(i).kind().bit;
        }
        this.all = all;
        this.kinds = found;
    }

    /** What two places say; the first one goes first. */
    AnnotationSet and(AnnotationSet others) {
        if (others.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return others;
        }
        List<AnnotationInfo> both = new ArrayList<>(all);
        both.addAll(others.all);
        return new AnnotationSet(both);
    }

    /** Null for none. */
    @Nullable AnnotationInfo get(AnnotationKind kind) {
        if ((kinds & kind.bit) == 0) {
            return null;
        }
        int i = 0;
        while (all.get(i).kind() != kind) {
            i++;
        }
        return all.get(i);
    }

    boolean has(AnnotationKind kind) {
        return (kinds & kind.bit) != 0;
    }

    /** Whether there are any of some kinds, the {@link AnnotationKind#bit} of each set. */
    boolean hasAny(long wanted) {
        return (kinds & wanted) != 0;
    }

    /** Whether any of them is about binding. */
    boolean bind() {
        return (kinds & ~AnnotationKind.LOCATION.bit) != 0;
    }

    boolean isEmpty() {
        return this == NONE;
    }
}
