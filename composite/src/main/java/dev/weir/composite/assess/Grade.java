package dev.weir.composite.assess;

/** How far a composite is from running here. */
public enum Grade {
    /** It deploys as it is. */
    RUNS("runs"),
    /** It deploys by {@code --lenient}, without the parts that there is no support for. */
    PARTLY("runs but for parts"),
    /** Something must be added or changed before it deploys. */
    NEEDS("needs something"),
    /** Not even its composite.xml can be read. */
    UNREADABLE("cannot be read");

    private final String text;

    Grade(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
