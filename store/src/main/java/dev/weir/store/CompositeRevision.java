package dev.weir.store;

import org.jspecify.annotations.Nullable;

/**
 * A revision of a composite, as deployed. Its text form is {@code partition/name!revision}, as in
 * {@code default/Orders!1.0}: this is what stores keep and what people read.
 *
 * @param partition not empty, without a slash
 * @param name of the composite: not empty, without a slash or an exclamation mark
 * @param revision not empty, without a slash
 */
public record CompositeRevision(String partition, String name, String revision) {
    public CompositeRevision {
        if (partition.isEmpty() || partition.indexOf('/') >= 0) {
            throw new IllegalArgumentException("a partition must not be empty or contain '/': '" + partition + "'");
        }
        if (name.isEmpty() || name.indexOf('/') >= 0 || name.indexOf('!') >= 0) {
            throw new IllegalArgumentException(
                    "the name of a composite must not be empty or contain '/' or '!': '" + name + "'");
        }
        if (revision.isEmpty() || revision.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "the revision of a composite must not be empty or contain '/': '" + revision + "'");
        }
    }

    /**
     * The inverse of {@link #toString}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static CompositeRevision parse(String text) {
        int slash = text.indexOf('/');
        int mark = text.indexOf('!', slash + 1);
        if (slash < 0 || mark < 0) {
            throw new IllegalArgumentException(
                    "a composite must have the form partition/name!revision: '" + text + "'");
        }
        return new CompositeRevision(
                text.substring(0, slash), text.substring(slash + 1, mark), text.substring(mark + 1));
    }

    /** The composite within its partition: {@code name!revision}. */
    public String id() {
        return name + '!' + revision;
    }

    /** The composite, whatever its revision: {@code partition/name}. */
    public String composite() {
        return partition + '/' + name;
    }

    /** A component, service or reference of the composite. */
    public ComponentId component(String component) {
        return new ComponentId(this, component);
    }

    /**
     * Written out, as is {@link #hashCode}: these are the keys of the maps that each message is looked up in, and what the
     * compiler makes for records goes through method handles, which cost much until they have been called very often.
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof CompositeRevision that
                        && name.equals(that.name)
                        && revision.equals(that.revision)
                        && partition.equals(that.partition);
    }

    @Override
    public int hashCode() {
        return (partition.hashCode() * 31 + name.hashCode()) * 31 + revision.hashCode();
    }

    @Override
    public String toString() {
        return partition + '/' + name + '!' + revision;
    }
}
