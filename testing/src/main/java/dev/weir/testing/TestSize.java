package dev.weir.testing;

/**
 * How much of a test is run that can be as long as one likes: so many steps, documents, kills. {@code -Dweir.size=gate}
 * (the default) is what a change must pass, seconds for each test; {@code -Dweir.size=soak} is what {@code make soak} and
 * each night run, minutes. A test's own property, where it has one, has precedence: {@code -Dweir.kills=500}.
 */
public enum TestSize {
    GATE,
    SOAK;

    private static final TestSize SIZE = parse(System.getProperty("weir.size", "gate"));

    /** True for the size of each night. */
    public static boolean isSoak() {
        return SIZE == SOAK;
    }

    /** The number for the size that is run. */
    public static int of(int gate, int soak) {
        return isSoak() ? soak : gate;
    }

    /**
     * The number that a property sets; where it sets none, that of the size that is run.
     *
     * @throws IllegalArgumentException if the property is no positive number
     */
    public static int of(String property, int gate, int soak) {
        String setting = System.getProperty(property);
        if (setting == null) {
            return of(gate, soak);
        }
        try {
            int number = Integer.parseInt(setting);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new IllegalArgumentException(property + " must be a positive number, but is " + setting);
    }

    static TestSize parse(String setting) {
        return switch (setting) {
            case "gate" -> GATE;
            case "soak" -> SOAK;
            default -> throw new IllegalArgumentException("weir.size must be gate or soak, but is " + setting);
        };
    }
}
