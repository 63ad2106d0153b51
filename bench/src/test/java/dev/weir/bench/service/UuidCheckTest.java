package dev.weir.bench.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UuidCheckTest {
    private static final String FIRST = "0e4d2a6c-51f3-4b0a-9c3d-6f1f2a7b8c9d";
    private static final String OTHER = "ffffffff-0000-4fff-b000-ffffffffffff";

    private final UuidCheck check = new UuidCheck(document(FIRST, FIRST));

    private static byte[] document(String one, String two) {
        return ("<response><uuid>" + one + "</uuid><uuid>" + two + "</uuid></response>")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private @Nullable String verdict(byte[] reply, int piece) {
        check.begin();
        for (int from = 0; from < reply.length; from += piece) {
            check.accept(reply, from, Math.min(piece, reply.length - from));
        }
        return check.end();
    }

    @Test
    void otherRandomUuidsAreRightInWhateverPiecesTheyCome() {
        byte[] reply = document(OTHER, FIRST);
        for (int piece = 1; piece <= reply.length; piece++) {
            assertNull(verdict(reply, piece), "in pieces of " + piece);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ffffffff-0000-1fff-b000-ffffffffffff", // of another version
                "ffffffff-0000-4fff-c000-ffffffffffff", // of another variant
                "Ffffffff-0000-4fff-b000-ffffffffffff",
                "gfffffff-0000-4fff-b000-ffffffffffff",
                "ffffffff00000-4fff-b000-ffffffffffff",
                "ffffffff-0000-4fff-b000-fffffffffff",
                "ffffffff-0000-4fff-b000-fffffffffffff"
            })
    void whatIsNoRandomUuidIsWrong(String wrong) {
        byte[] reply = document(OTHER, wrong);
        for (int piece : new int[] {1, 7, reply.length}) {
            assertNotNull(verdict(reply, piece), "in pieces of " + piece);
        }
    }

    @Test
    void everythingElseIsAsInTheFirstReply() {
        byte[] right = document(OTHER, OTHER);
        for (int i = 0; i < right.length; i++) {
            byte[] wrong = right.clone();
            wrong[i] = '!';
            assertEquals(
                    "a reply differs from the first one in more than its random UUIDs",
                    verdict(wrong, 10),
                    "byte " + i);
        }
    }

    @Test
    void aReplyMustBeWholeAndNoMore() {
        byte[] right = document(OTHER, OTHER);
        assertNotNull(verdict(Arrays.copyOf(right, right.length - 1), 10));
        assertNotNull(verdict(Arrays.copyOf(right, right.length + 1), 10));
        assertNull(verdict(right, 10), "what came before does not matter");
    }
}
