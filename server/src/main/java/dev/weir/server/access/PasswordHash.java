package dev.weir.server.access;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Passwords as they are stored: Argon2id with the parameters that OWASP recommends, and a salt of 128 random bits each. */
final class PasswordHash {
    private static final int MEMORY_KIB = 19_456;
    private static final int ITERATIONS = 2;
    private static final int PARALLELISM = 1;
    private static final int OUTPUT_BYTES = 32;
    private static final int SALT_BYTES = 16;
    /** Memory in KiB, iterations. */
    private static final Pattern HASH =
            Pattern.compile("\\$argon2id\\$v=19\\$m=([1-9][0-9]{0,7}),t=([1-9][0-9]{0,3}),p=[1-9]"
                    + "\\$[A-Za-z0-9+/]{11,88}\\$[A-Za-z0-9+/]{16,172}");

    private PasswordHash() {}

    /** A new hash, another one each time, in PHC's string format. */
    static String of(String password) {
        return Password.hash(password)
                .addRandomSalt(SALT_BYTES)
                .with(Argon2Function.getInstance(MEMORY_KIB, ITERATIONS, PARALLELISM, OUTPUT_BYTES, Argon2.ID))
                .getResult();
    }

    /** A hash that is as expensive as any, of no password; made without the memory that hashes take, which password4j keeps. */
    static String ofNobody() {
        return "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
                .formatted(MEMORY_KIB, ITERATIONS, PARALLELISM, random(SALT_BYTES), random(OUTPUT_BYTES));
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return Base64.getEncoder().withoutPadding().encodeToString(random);
    }

    /** Takes some 20 MiB and some ten milliseconds. */
    static boolean matches(String password, String hash) {
        return Password.check(password, hash).with(Argon2Function.getInstanceFromHash(hash));
    }

    /** True for what {@link #matches} can read. A file that names absurd amounts would take them with the first log-in. */
    static boolean isHash(String text) {
        Matcher parts = HASH.matcher(text);
        return parts.matches()
                && Integer.parseInt(parts.group(1)) <= 16 * MEMORY_KIB
                && Integer.parseInt(parts.group(2)) <= 16 * ITERATIONS;
    }
}
