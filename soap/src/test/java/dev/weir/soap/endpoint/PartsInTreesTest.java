package dev.weir.soap.endpoint;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.RawPeer;
import dev.weir.soap.mtom.AttachmentOptions;
import dev.weir.soap.mtom.AttachmentOptions.Use;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A part in a tree takes the server's memory for requests, which is 2 MiB here, where something is made of it in memory only. */
class PartsInTreesTest {
    private static final HttpServerLimits LIMITS = HttpServerLimits.DEFAULT.withMaxBufferedBytes(2 << 20);

    private static String sent(ArchiveServer archive, int length) throws IOException {
        String body = "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n"
                + "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><t:content"
                + " xmlns:t='urn:archive'><x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:a'/>"
                + "</t:content></e:Body></e:Envelope>\r\n--b\r\nContent-ID: <a>\r\n\r\n" + "x".repeat(length)
                + "\r\n--b--\r\n";
        try (RawPeer peer = new RawPeer(archive.port())) {
            return peer.send("POST /archive HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/related;"
                            + " boundary=b; type=\"application/xop+xml\"; start-info=\"text/xml\"\r\nContent-Length: "
                            + body.length() + "\r\n\r\n" + body)
                    .reply();
        }
    }

    @Test
    void aPartThatGoesOnAsAPartTakesNothing() throws IOException {
        try (ArchiveServer archive = new ArchiveServer(EndpointOptions.DEFAULT, LIMITS)) {
            String reply = sent(archive, 3 << 20);
            assertTrue(reply.startsWith("HTTP/1.1 200"), reply);
            assertTrue(reply.contains("x".repeat(3 << 20)), "the content does not come back");
        }
    }

    /** The reply has base64: a text that is put together in memory, and refused before it is. */
    @Test
    void aPartThatBecomesTextIsRefusedWhereThereIsNoMemoryForIt() throws IOException {
        AttachmentOptions never = AttachmentOptions.DEFAULT.withUse(Use.NEVER);
        try (ArchiveServer archive = new ArchiveServer(EndpointOptions.DEFAULT.withAttachments(never), LIMITS)) {
            String refused = sent(archive, 1 << 20);
            assertTrue(refused.startsWith("HTTP/1.1 413"), refused);
            assertTrue(refused.contains("Fault>"), refused);
            for (int i = 0; i < 10; i++) {
                // All that one took is there again for the next, a moment after its answer.
                String reply = eventually(
                        "there is room", () -> sent(archive, 300_000), text -> !text.startsWith("HTTP/1.1 503"));
                assertEquals("HTTP/1.1 200", reply.substring(0, 12));
            }
        }
    }
}
