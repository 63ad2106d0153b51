package dev.weir.xml.lexical;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Secret random seeds for hash tables, which an attacker cannot guess. */
public final class HashSeed {
    private static final String SYSTEM_SOURCE = "/dev/urandom";

    private HashSeed() {}

    /**
     * A number from the system's source, read directly where it is a file: {@link SecureRandom} reads the same there, but
     * loads its providers first, which takes as long as a cold JVM's first document.
     */
    public static long next() {
        try (InputStream source = new FileInputStream(SYSTEM_SOURCE)) {
            byte[] bytes = source.readNBytes(Long.BYTES);
            if (bytes.length == Long.BYTES) {
                return ByteBuffer.wrap(bytes).getLong();
            }
        } catch (IOException e) {
            // No such file on this system.
        }
        return new SecureRandom().nextLong();
    }
}
