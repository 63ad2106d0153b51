package dev.weir.server.access;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;

/** Passwords as they are stored: Argon2id with the parameters that OWASP recommends, and a salt of 128 random bits each. */
final class PasswordHash {
    private static final int MEMORY_KIB = 19_456;
    private static final int ITERATIONS = 2;
    private static final int PARALLELISM = 1;
    private static final int OUTPUT_BYTES = 32;
    private static final int SALT_BYTES = 16;

    private PasswordHash() {}

    /** A new hash, another one each time, in PHC's string format. */
    static String of(String password) {
        return Password.hash(password)
                .addRandomSalt(SALT_BYTES)
                .with(Argon2Function.getInstance(MEMORY_KIB, ITERATIONS, PARALLELISM, OUTPUT_BYTES, Argon2.ID))
                .getResult();
    }

    /** Takes some 20 MiB and some ten milliseconds. */
    static boolean matches(String password, String hash) {
        return Password.check(password, hash).with(Argon2Function.getInstanceFromHash(hash));
    }

    /** True for what {@link #matches} can read. */
    static boolean isHash(String text) {
        if (!text.startsWith("$argon2id$") || text.length() > 512) {
            return false;
        }
        try {
            // A file that names absurd amounts of memory would take them with the first log-in.
            return Argon2Function.getInstanceFromHash(text).getMemory() <= 16 * MEMORY_KIB;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return false;
        }
    }
}
