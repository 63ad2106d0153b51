package dev.weir.xml.fastinfoset;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/** A buffer for a run of characters, encoded at once by the JDK's Latin-1 encoder, the fastest bulk copy in JDK 17. */
final class CharacterRun {
    static final int LONGEST = 512;

    final char[] characters = new char[LONGEST];

    private final CharBuffer from = CharBuffer.wrap(characters);
    private final CharsetEncoder latin1 = StandardCharsets.ISO_8859_1.newEncoder();

    /** Copies the first characters, one octet each; false when one of them is outside Latin-1. */
    boolean copy(int length, byte[] to, int at) {
        from.clear().limit(length);
        latin1.encode(from, ByteBuffer.wrap(to, at, length), false);
        return !from.hasRemaining();
    }
}
