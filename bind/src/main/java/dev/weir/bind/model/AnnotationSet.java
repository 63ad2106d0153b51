package dev.weir.bind.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The annotations of one class, package or property; those of a property may be on its field, getter or setter. */
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

    /** The union of two sets; this one's annotations take precedence. */
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

    /** The annotation of a kind; null for none. */
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

    /** Whether there are any of the given kinds, specified as a mask of {@link AnnotationKind#bit}. */
    boolean hasAny(long wanted) {
        return (kinds & wanted) != 0;
    }

    /** Whether any annotation is a binding annotation. */
    boolean bind() {
        return (kinds & ~AnnotationKind.LOCATION.bit) != 0;
    }

    boolean isEmpty() {
        return this == NONE;
    }

    /** Their names, for people. */
    @Override
    public String toString() {
        return all.stream().map(one -> one.kind().toString()).distinct().collect(Collectors.joining(", "));
    }
}
