package dev.weir.soap.mtom;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tokens that nobody can foresee: content that a peer sends must not hold the boundary of a message that it will be part of. The
 * random generator is asked for many at once, as each question costs more than the rest of a small message. Thread-safe.
 */
final class RandomTokens {
    private static final int TOKEN_BYTES = 16;
    private static final int BLOCK_BYTES = 256 * TOKEN_BYTES;
    private static final SecureRandom RANDOM = new SecureRandom();

    private static volatile Block current = new Block();

    private RandomTokens() {}

    private static final class Block {
        final byte[] bytes = new byte[BLOCK_BYTES];
        final AtomicInteger used = new AtomicInteger();

        Block() {
            RANDOM.nextBytes(bytes);
        }
    }

    /** 32 hexadecimal digits. */
    static String next() {
        while (true) {
            Block block = current;
            int from = block.used.getAndAdd(TOKEN_BYTES);
            if (from >= 0 && from + TOKEN_BYTES <= BLOCK_BYTES) {
                return HexFormat.of().formatHex(block.bytes, from, from + TOKEN_BYTES);
            }
            synchronized (RANDOM) {
                if (current == block) {
                    current = new Block();
                }
            }
        }
    }
}
