package dev.weir.bind.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The annotations of one class, package or property; those of a property stand on a field, on a getter, on a setter. */
final class Marks {
    static final Marks NONE = new Marks(List.of());

    private final List<Mark> all;
    private final boolean bind;
    private final boolean location;

    Marks(List<Mark> all) {
        boolean ofSpecification = false;
        boolean other = false;
        for (int i = 0; i < all.size(); i++) {
            boolean binding = all.get(i).isBinding();
            ofSpecification |= binding;
            other |= !binding;
        }
        this.all = all;
        this.bind = ofSpecification;
        this.location = other;
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

    /** By the name of the annotation, without its package; null for none. */
    @Nullable Mark get(String name) {
        if (isEmpty()) {
            return null;
        }
        for (int i = 0; i < all.size(); i++) {
            Mark mark = all.get(i);
            if (mark.name().equals(name) && mark.isBinding()) {
                return mark;
            }
        }
        return null;
    }

    boolean has(String name) {
        return get(name) != null;
    }

    /** Whether they hold the place in the document: an annotation of the reference implementation, which need not be here. */
    boolean isLocation() {
        return location;
    }

    /** Whether any of them is about binding. */
    boolean bind() {
        return bind;
    }

    boolean isEmpty() {
        return this == NONE;
    }
}
