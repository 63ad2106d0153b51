package dev.weir.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.MeasureException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replies in whole and cut anywhere. */
class ReplyParserTest {
    private final ReplyParser parser = new ReplyParser();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n003\r\nllo\r\n0\r\nT: t\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length:5\r\nX: y\r\n\r\nhello",
                "HTTP/1.1 200 OK\ncontent-length:5\n\nhello",
                "HTTP/1.1 200 OK\r\nCONTENT-LENGTH: \t5 \r\nConnection: Keep-Alive\r\nContent-Type: x\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nContent-Length: 5, 5\t,5\r\ncontent-length: 05\r\n\r\nhello"
            })
    void repliesCutAnywhereAreRead(String reply) {
        byte[] all = bytes(reply);
        for (int cut = 0; cut < all.length; cut++) {
            ReplyCheck check = ReplyCheck.equalTo(bytes("hello"));
            assertFalse(parser.feed(all, 0, cut, check), "after " + cut);
            assertTrue(parser.feed(all, cut, all.length, check), "after " + cut);
            assertNull(check.end());
            assertEquals(200, parser.status());
            assertFalse(parser.closes());
        }
    }

    @Test
    void aReplyWithoutLengthEndsWithTheConnection() {
        ReplyCheck check = ReplyCheck.equalTo(bytes("hello"));
        byte[] all = bytes("HTTP/1.1 200 OK\r\n\r\nhello");
        assertFalse(parser.feed(all, 0, all.length, check));
        assertTrue(parser.endsWithConnection());
        assertNull(check.end());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nConnection: upgrade, Close\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello"
            })
    void aReplyTellsThatTheServerEndsTheConnection(String reply) {
        byte[] all = bytes(reply);
        assertTrue(parser.feed(all, 0, all.length, ReplyCheck.equalTo(bytes("hello"))));
        assertTrue(parser.closes());
    }

    @Test
    void aLineThatEndsWithItsConnectionIsForgotten() {
        byte[] half = bytes("HTTP/1.1 20");
        ReplyCheck check = ReplyCheck.equalTo(bytes("hello"));
        assertFalse(parser.feed(half, 0, half.length, check));
        assertFalse(parser.endsWithConnection());
        parser.reset();
        byte[] all = bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
        assertTrue(parser.feed(all, 0, all.length, check));
    }

    @Test
    void nothingMayFollowAReply() {
        byte[] all = bytes("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhello");
        ReplyCheck check = ReplyCheck.equalTo(bytes("hell"));
        assertThrows(MeasureException.class, () -> parser.feed(all, 0, all.length, check));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n",
                "a line without an end",
                "HTTP/1.2 200 OK\r\n",
                "HTTP/2.0 200 OK\r\n",
                "HTTPS1.1 200 OK\r\n",
                "HTTP/1.1 2x0 OK\r\n",
                "HTTP/1.1 2000 OK\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length:\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "HTTP/1.1 200 OK\r\nConnection\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: five\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5,\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n"
            })
    void whatIsNoReplyIsRefused(String reply) {
        byte[] all = bytes(reply);
        ReplyCheck check = ReplyCheck.equalTo(all);
        assertThrows(MeasureException.class, () -> parser.feed(all, 0, all.length, check));
    }

    @Test
    void aLineHasTheSameLimitHoweverItArrives() {
        String head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ";
        byte[] longest = bytes(head + "x".repeat(16_384 - 4) + "\r\n\r\n");
        byte[] longer = bytes(head + "x".repeat(16_384 - 3) + "\r\n\r\n");
        for (int piece : new int[] {1, 1_000, 16_384, longer.length}) {
            assertTrue(feed(longest, piece), "in pieces of " + piece);
            parser.reset();
            String refusal = assertThrows(MeasureException.class, () -> feed(longer, piece))
                    .getMessage();
            assertEquals("a line of a reply's head, or of its chunks, has more than 16384 bytes", refusal);
            parser.reset();
        }
    }

    private boolean feed(byte[] all, int piece) {
        ReplyCheck check = ReplyCheck.equalTo(new byte[0]);
        boolean complete = false;
        for (int i = 0; i < all.length; i += piece) {
            complete = parser.feed(all, i, Math.min(all.length, i + piece), check);
        }
        return complete;
    }

    @Test
    void endlessLinesAreRefused() {
        byte[] all = bytes("HTTP/1.1 200 OK\r\nX: " + "x".repeat(20_000));
        ReplyCheck check = ReplyCheck.equalTo(all);
        assertThrows(MeasureException.class, () -> parser.feed(all, 0, all.length, check));
    }
}
