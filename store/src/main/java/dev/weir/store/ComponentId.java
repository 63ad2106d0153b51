package dev.weir.store;

import org.jspecify.annotations.Nullable;

/**
 * A component or a service of a deployed composite: what messages are addressed to and what audit events are about. Its
 * text form is {@code partition/composite!revision/name}, as in {@code default/Orders!1.0/OrderProcess}.
 *
 * @param composite the revision to which it belongs
 * @param name as in composite.xml: not empty, without a slash
 */
public record ComponentId(CompositeRevision composite, String name) {
    public ComponentId {
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "the name of a component must not be empty or contain '/': '" + name + "'");
        }
    }

    /**
     * The inverse of {@link #toString}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static ComponentId parse(String text) {
        int slash = text.lastIndexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(
                    "a component must have the form partition/composite!revision/name: '" + text + "'");
        }
        return new ComponentId(CompositeRevision.parse(text.substring(0, slash)), text.substring(slash + 1));
    }

    /** Written out, as in {@link CompositeRevision}. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof ComponentId that && name.equals(that.name) && composite.equals(that.composite);
    }

    @Override
    public int hashCode() {
        return 31 * composite.hashCode() + name.hashCode();
    }

    @Override
    public String toString() {
        return composite.toString() + '/' + name;
    }
}
