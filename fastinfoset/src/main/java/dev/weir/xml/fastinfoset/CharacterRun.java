package dev.weir.xml.fastinfoset;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/** Some characters of a text on their way. They are copied all at once by the encoder of Latin-1: JDK 17 has no other as fast. */
final class CharacterRun {
    static final int LONGEST = 512;

    final char[] characters = new char[LONGEST];

    private final CharBuffer from = CharBuffer.wrap(characters);
    private final CharsetEncoder latin1 = StandardCharsets.ISO_8859_1.newEncoder();

    /** Copies the first characters, an octet for each; false where one of them is beyond Latin-1. */
    boolean copy(int length, byte[] to, int at) {
        from.clear().limit(length);
        latin1.encode(from, ByteBuffer.wrap(to, at, length), false);
        return !from.hasRemaining();
    }
}
