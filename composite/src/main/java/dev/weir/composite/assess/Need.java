package dev.weir.composite.assess;

/**
 * One thing that composites lack to run, equal for all of them.
 *
 * @param name such as {@code database adapter} or {@code function ora:doc}
 * @param example a problem that it causes
 */
public record Need(Kind kind, String name, String example) implements Comparable<Need> {
    /** What would have to happen. */
    public enum Kind {
        /** A kind of component or binding that there is no support for; a composite may run without the part. */
        PART("support for"),
        /** Something inside a process, plan or stylesheet that there is no support for. */
        FEATURE("support for"),
        /** A document that was not found. */
        DOCUMENT("document"),
        /** A mistake in the composite's files, by the rule that it breaks. */
        CORRECTION("correction");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** True for needs that are met together. */
    public boolean same(Need other) {
        return compareTo(other) == 0;
    }

    @Override
    public int compareTo(Need other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : name.compareTo(other.name);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Need need && same(need);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + name.hashCode();
    }
}
