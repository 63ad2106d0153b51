package dev.weir.xml.reader;

import dev.weir.xml.lexical.HashSeed;
import dev.weir.xml.lexical.Swar;
import org.jspecify.annotations.Nullable;

/**
 * A hash table of symbols by their bytes. Lookups take no lock; additions do. The hash is keyed with secrets of this
 * process (folded 64 by 64 bit multiplication, as in wyhash), so an attacker cannot choose names that share a bucket.
 */
final class SymbolTable<S extends Symbol> {
    private static final long SEED = HashSeed.next();
    private static final long FACTOR_1 = HashSeed.next() | 1;
    private static final long FACTOR_2 = HashSeed.next() | 1;

    private final int capacity;
    private @Nullable Symbol[] buckets;
    private volatile int count;

    /** Grows from a number of buckets (a power of 2) as long as that is less than the capacity. */
    SymbolTable(int initialBuckets, int capacity) {
        this.buckets = new @Nullable Symbol[initialBuckets];
        this.capacity = capacity;
    }

    static long hash(byte[] bytes, int from, int to) {
        int length = to - from;
        long hash = SEED ^ length;
        if (length >= 8) {
            int last = to - 8;
            for (int p = from; p < last; p += 8) {
                hash = fold(hash ^ Swar.at(bytes, p), FACTOR_1);
            }
            return fold(hash ^ Swar.at(bytes, last), FACTOR_2);
        }
        long word = 0;
        if (from + 8 <= bytes.length) {
            word = length == 0 ? 0 : Swar.at(bytes, from) << (64 - 8 * length);
        } else {
            for (int p = to - 1; p >= from; p--) {
                word = word << 8 | (bytes[p] & 0xFF);
            }
            word = length == 0 ? 0 : word << (64 - 8 * length);
        }
        return fold(hash ^ word, FACTOR_2);
    }

    private static long fold(long a, long b) {
        return Math.multiplyHigh(a, b) ^ a * b;
    }

    @SuppressWarnings("unchecked") // only add() puts symbols in
    @Nullable S find(long hash, byte[] bytes, int from, int to) {
        Symbol[] table = buckets;
        for (Symbol s = table[(int) hash & (table.length - 1)]; s != null; s = s.next) {
            if (s.matches(hash, bytes, from, to)) {
                return (S) s;
            }
        }
        return null;
    }

    /** Adds a symbol; returns it, or the equal one that the table had already, or null when the table is full. */
    synchronized @Nullable S add(S symbol) {
        S present = find(symbol.hash, symbol.bytes, 0, symbol.bytes.length);
        if (present != null) {
            return present;
        }
        if (count == capacity) {
            return null;
        }
        if (count == buckets.length && buckets.length < capacity) {
            grow();
        }
        int bucket = (int) symbol.hash & (buckets.length - 1);
        symbol.next = buckets[bucket];
        buckets[bucket] = symbol;
        count++;
        return symbol;
    }

    /** Called for each document, and therefore without the lock: the result may be slightly outdated. */
    boolean isFull() {
        return count == capacity;
    }

    private void grow() {
        @Nullable Symbol[] grown = new @Nullable Symbol[buckets.length * 2];
        for (Symbol bucket : buckets) {
            for (Symbol s = bucket; s != null; ) {
                Symbol after = s.next;
                int index = (int) s.hash & (grown.length - 1);
                s.next = grown[index];
                grown[index] = s;
                s = after;
            }
        }
        buckets = grown;
    }
}
