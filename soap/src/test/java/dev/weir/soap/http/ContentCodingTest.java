package dev.weir.soap.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import dev.weir.testing.TestSeed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Content codings: which one two sides settle on, and what a body may unpack to. */
class ContentCodingTest {
    private static final int MOST = 1_000_000;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip | GZIP",
                "X-GZIP | GZIP",
                "zstd | ZSTD",
                "gzip, zstd | ZSTD",
                "gzip;q=0.9, zstd;q=0.5 | GZIP",
                "br, gzip;q=0.1 | GZIP",
                "zstd;q=0, gzip | GZIP",
                "gzip; Q = 0.000 |",
                "br |",
                "identity |",
                "identity;q=1, gzip;q=0.5 |",
                "identity;q=0.5, gzip | GZIP",
                "identity, gzip, zstd | ZSTD",
                "identity;q=0 |",
                "'' |",
                " |",
            })
    void theHighestWeightCountsAndOfEqualOnesZstd(String field, ContentCoding chosen) {
        assertEquals(chosen, ContentCoding.accepted(field));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "* | GZIP",
                "*;q=0.1 | GZIP",
                "*;q=0 |",
                "gzip;q=0, * | ZSTD",
                "*, gzip;q=0 | ZSTD",
                "zstd;q=0, * | GZIP",
                "gzip;q=0, zstd;q=0, * |",
                "gzip, * | GZIP",
                "zstd, * | ZSTD",
                "zstd;q=0.5, * | GZIP",
                "gzip, *;q=0 | GZIP",
                "br, *;q=0.5 | GZIP",
                "gzip;q=0.5, zstd;q=0.5, * |",
                "identity, *;q=0.5 |",
                "identity;q=0.5, * | GZIP",
                "identity;q=0, * | GZIP",
                "identity;q=0, *;q=0 |",
            })
    void aStarStandsForWhatIsNotNamed(String field, ContentCoding chosen) {
        assertEquals(chosen, ContentCoding.accepted(field));
    }

    @ParameterizedTest
    @EnumSource(ContentCoding.class)
    void bodiesOfAnyLengthComeBackAsTheyWere(ContentCoding coding) throws IOException {
        long seed = TestSeed.of(ContentCodingTest.class);
        Random random = new Random(seed);
        for (int length : new int[] {0, 1, 1_000, 70_000, 1_000_000}) {
            byte[] body = new byte[length];
            random.nextBytes(body);
            Arrays.fill(body, length / 2, length, (byte) 'a');
            byte[] packed = coding.pack(body);
            assertEquals(length, coding.declaredBytes(packed));
            assertArrayEquals(body, unpacked(coding.fieldName(), packed), () -> seed + ": " + coding + " " + length);
        }
    }

    @ParameterizedTest
    @EnumSource(ContentCoding.class)
    void whatIsLongerThanAllowedIsRefusedAsTooLong(ContentCoding coding) {
        byte[] packed = coding.pack(new byte[MOST + 1]);
        assertEquals(413, refused(coding, packed).status());
    }

    @ParameterizedTest
    @EnumSource(ContentCoding.class)
    void whatIsCutOffOrIsNotPackedIsRefusedAsBroken(ContentCoding coding) {
        byte[] packed = coding.pack(new byte[10_000]);
        assertEquals(
                400, refused(coding, Arrays.copyOf(packed, packed.length - 1)).status());
        assertEquals(400, refused(coding, new byte[100]).status());
        assertEquals(400, refused(coding, new byte[0]).status());
        byte[] other = (coding == ContentCoding.GZIP ? ContentCoding.ZSTD : ContentCoding.GZIP).pack(new byte[100]);
        assertEquals(400, refused(coding, other).status());
    }

    /** RFC 1952, section 2.2: a member may hold nothing. */
    @Test
    void gzipMayBeginWithMembersThatHoldNothing() throws IOException {
        byte[] nothing = ContentCoding.GZIP.pack(new byte[0]);
        byte[] something = ContentCoding.GZIP.pack(new byte[100]);
        assertArrayEquals(new byte[0], unpacked("gzip", together(nothing, nothing)));
        assertArrayEquals(new byte[100], unpacked("gzip", together(nothing, nothing, something)));
        // As many as fit into a body: each costs no more than its bytes.
        byte[][] many = new byte[50_000][];
        Arrays.fill(many, nothing);
        many[many.length - 1] = something;
        assertArrayEquals(new byte[100], unpacked("gzip", together(many)));
    }

    /** Of a request the last member says what the body unpacks to, and that is what memory is taken for. */
    @Test
    void gzipWhoseLastMemberIsNotTheWholeIsRefusedOfARequestAndJoinedOfAReply() throws IOException {
        byte[] nothing = ContentCoding.GZIP.pack(new byte[0]);
        byte[] something = ContentCoding.GZIP.pack(new byte[100]);
        for (byte[] body : List.of(together(something, nothing), together(something, something))) {
            BodyRefusedException refused =
                    assertThrows(BodyRefusedException.class, () -> ContentCoding.GZIP.unpack(body, MOST));
            assertEquals(400, refused.status());
            assertTrue(refused.getMessage().contains("it must be of one member"), refused.getMessage());
        }
        assertEquals(100, unpacked("gzip", together(something, nothing)).length);
        assertEquals(200, unpacked("gzip", together(something, something)).length);
        byte[] half = ContentCoding.GZIP.pack(new byte[MOST / 2 + 1]);
        assertEquals(413, refused(ContentCoding.GZIP, together(half, half)).status());
    }

    /** Encoders of streams do not know the length before: the body may unpack to a multiple of its own. */
    @Test
    void zstdThatDoesNotSayItsLengthIsBoundedByAMultipleOfItsOwn() throws IOException {
        byte[] text = "<item>some text of an order</item>".repeat(50).getBytes(StandardCharsets.UTF_8);
        assertArrayEquals(text, unpacked("zstd", stream(text)));
        byte[] bomb = stream(new byte[MOST]);
        assertTrue(bomb.length < 1_000, "it is small: " + bomb.length);
        BodyRefusedException refused = refused(ContentCoding.ZSTD, bomb);
        assertEquals(413, refused.status());
        assertTrue(refused.getMessage().contains("32 times its own"), refused.getMessage());
        assertTrue(ContentCoding.ZSTD.declaredBytes(bomb) < 100_000, "no memory is taken for it before");
    }

    @Test
    void zstdOfSeveralFramesIsOneBody() throws IOException {
        byte[] first = Zstd.compress("<a>".getBytes(StandardCharsets.UTF_8));
        byte[] second = Zstd.compress("</a>".getBytes(StandardCharsets.UTF_8));
        assertEquals("<a></a>", new String(unpacked("zstd", together(first, second)), StandardCharsets.UTF_8));
    }

    /** A frame's window is what a decoder of streams must hold (RFC 8878, section 3.1.1.1.2): up to terabytes by its header. */
    @Test
    void zstdTakesNoMemoryForWindows() throws IOException {
        byte[] packed = stream("<a/>".getBytes(StandardCharsets.UTF_8));
        assertEquals(0, packed[4] & 0x20, "the header has a window");
        packed[5] = (byte) 0xa0; // 1 GiB
        assertEquals("<a/>", new String(unpacked("zstd", packed), StandardCharsets.UTF_8));
        packed[5] = (byte) 0xf8; // 2 TiB
        assertEquals(400, refused(ContentCoding.ZSTD, packed).status());
    }

    @Test
    void zstdThatHoldsOtherThanItSaysIsRefused() {
        byte[] packed = Zstd.compress(new byte[200]);
        assertEquals(200, packed[5] & 0xff, "the header has the length");
        for (int other : new int[] {0, 100, 199, 201, 255}) {
            packed[5] = (byte) other;
            assertThrows(BodyRefusedException.class, () -> unpacked("zstd", packed), () -> "it says " + other);
        }
    }

    private static byte[] together(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }

    private static byte[] stream(byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZstdOutputStream zstd = new ZstdOutputStream(out)) {
            zstd.write(body);
        }
        return out.toByteArray();
    }

    private static byte[] unpacked(String coding, byte[] packed) throws IOException {
        return ContentCoding.unpacked(HttpReply.of(200, "text/xml", packed).with("content-encoding", coding), MOST);
    }

    private static BodyRefusedException refused(ContentCoding coding, byte[] packed) {
        return assertThrows(BodyRefusedException.class, () -> unpacked(coding.fieldName(), packed));
    }
}
