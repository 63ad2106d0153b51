package dev.weir.composite.tuning;

/** A value that is true or false, as operators write it. */
public final class Flag {
    private Flag() {}

    /**
     * {@code true} or {@code false}, for one of the two in letters of any case.
     *
     * @param name of what has the value
     * @throws IllegalArgumentException for another value; it names the two
     */
    public static String parse(String name, String value) {
        if (value.equalsIgnoreCase("true")) {
            return "true";
        }
        if (value.equalsIgnoreCase("false")) {
            return "false";
        }
        throw new IllegalArgumentException(name + " must be true or false: '" + value + "'");
    }
}
