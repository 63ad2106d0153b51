package dev.weir.xml.fastinfoset;

/** Encodes a list of booleans as bits (X.891, 10.7). */
final class BooleanData {
    private BooleanData() {}

    /** Encodes booleans, of which there must be at least one. */
    static byte[] of(boolean[] items, int offset, int length) {
        int bits = length + BuiltInAlgorithm.BOOLEAN_HEADER_BITS;
        byte[] octets = new byte[(int) ((bits + 7L) >>> 3)];
        octets[0] = (byte) (octets.length * 8 - bits << BuiltInAlgorithm.BOOLEAN_HEADER_BITS);
        for (int i = 0; i < length; i++) {
            if (items[offset + i]) {
                int bit = i + BuiltInAlgorithm.BOOLEAN_HEADER_BITS;
                octets[bit >>> 3] |= (byte) (0x80 >>> (bit & 7));
            }
        }
        return octets;
    }
}
