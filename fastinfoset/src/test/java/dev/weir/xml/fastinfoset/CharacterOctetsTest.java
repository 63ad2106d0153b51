package dev.weir.xml.fastinfoset;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CharacterOctetsTest {
    private static final int[] FOLLOWING = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBD, 0xBE, 0xBF, 0xC0, 0xFF
    };

    @Test
    void fourOctetsOfAnyKindAreJudgedAsADecoderDoes() {
        for (int first = 0; first < 0x100; first++) {
            for (int second : FOLLOWING) {
                for (int third : FOLLOWING) {
                    for (int fourth : FOLLOWING) {
                        byte[] octets = {(byte) first, (byte) second, (byte) third, (byte) fourth};
                        boolean good = isGood(octets);
                        for (int before : new int[] {0, 3, 8}) {
                            assertEquals(good, isGoodWithin(octets, before, 0), () -> Arrays.toString(octets));
                            assertEquals(good, isGoodWithin(octets, before, 9), () -> Arrays.toString(octets));
                        }
                    }
                }
            }
        }
    }

    @Test
    void aBadOctetIsFoundWhereItIs() {
        byte[] octets = "水位 water \u2028水水水".getBytes(UTF_8);
        for (int i = 0; i < octets.length; i++) {
            if ((octets[i] & 0xC0) != 0x80) {
                byte[] bad = octets.clone();
                bad[i] = 1;
                assertEquals(i, CharacterOctets.utf8(bad, 0, bad.length, Edition.FIFTH));
            }
        }
    }

    @Test
    void stringsAreThoseOfADecoder() {
        NonAsciiDecoder strings = new NonAsciiDecoder();
        StringBuilder all = new StringBuilder("x");
        for (int point = 0x20; point <= Character.MAX_CODE_POINT; point += point < 0x3000 ? 1 : 61) {
            if (Characters.isCharacter(point)) {
                all.appendCodePoint(point);
            }
        }
        String text = all.toString();
        for (int length : new int[] {1, 2, 100, 200, 5_000, text.length()}) {
            String part = text.substring(
                    0, text.offsetByCodePoints(0, Math.min(length, text.codePointCount(0, text.length()))));
            byte[] utf8 = (" " + part + " ").getBytes(UTF_8);
            byte[] utf16 = (" " + part + " ").getBytes(UTF_16BE);
            assertEquals(part, strings.utf8(utf8, 1, utf8.length - 1));
            assertEquals(part, strings.utf16(utf16, 2, utf16.length - 2));
        }
    }

    @Test
    void charactersOfOneOctetAndTwoAreToldFromAllElseWhereverTheyStand() {
        byte[] some = {
            ' ', 'x', 0x1F, 0x00, 0x7F, (byte) 0x80, (byte) 0xBF, (byte) 0xC1, (byte) 0xC2, (byte) 0xDF, (byte) 0xE1
        };
        for (byte first : some) {
            for (byte second : some) {
                for (byte third : some) {
                    for (int before = 0; before < 18; before++) {
                        byte[] text = new byte[before + 3 + 8];
                        Arrays.fill(text, (byte) 'x');
                        text[before] = first;
                        text[before + 1] = second;
                        text[before + 2] = third;
                        int end = before + 3;
                        boolean plain = true;
                        for (byte octet : new byte[] {first, second, third}) {
                            plain &= octet < 0 || octet >= ' ';
                        }
                        boolean good = plain
                                && first != (byte) 0xE1
                                && second != (byte) 0xE1
                                && third != (byte) 0xE1
                                && CharacterOctets.utf8(text, 0, end, Edition.FIFTH) < 0;
                        assertEquals(good, CharacterOctets.isOfTwos(text, 0, end), () -> Arrays.toString(text));
                    }
                }
            }
        }
    }

    private static boolean isGoodWithin(byte[] octets, int before, int behind) {
        byte[] text = new byte[before + octets.length + behind];
        Arrays.fill(text, (byte) 'x');
        System.arraycopy(octets, 0, text, before, octets.length);
        return CharacterOctets.utf8(text, 0, before + octets.length, Edition.FIFTH) < 0;
    }

    private static boolean isGood(byte[] octets) {
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
            return Characters.firstForbidden(text, Edition.FIFTH) < 0;
        } catch (CharacterCodingException wrong) {
            return false;
        }
    }
}
