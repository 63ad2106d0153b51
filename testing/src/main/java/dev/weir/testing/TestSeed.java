package dev.weir.testing;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * The seed of randomised tests. It is fixed, so that a run can be repeated. {@code -Dweir.seed=NUMBER} sets another one,
 * {@code -Dweir.seed=random} draws one from the clock and logs it for each test class.
 */
public final class TestSeed {
    static final long DEFAULT = 20261121;

    private static final @Nullable String SETTING = System.getProperty("weir.seed");
    private static final long SEED = parse(SETTING, System.nanoTime());

    private TestSeed() {}

    /**
     * The seed, the same for all tests of this JVM.
     *
     * @param test named in the log beside a random seed
     */
    public static long of(Class<?> test) {
        if ("random".equals(SETTING)) {
            System.getLogger(TestSeed.class.getName())
                    .log(Level.INFO, test.getSimpleName() + ": repeat with -Dweir.seed=" + SEED);
        }
        return SEED;
    }

    /** @param setting null and the empty string mean the fixed seed */
    static long parse(@Nullable String setting, long random) {
        if (setting == null || setting.isBlank()) {
            return DEFAULT;
        }
        if (setting.equals("random")) {
            return random;
        }
        try {
            return Long.parseLong(setting.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("weir.seed must be a number or \"random\", but is " + setting, e);
        }
    }
}
