package dev.weir.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests as they are on the wire, and what cannot be one. */
class LoadRequestTest {
    private static String wire(String url, HeaderFields fields) {
        LoadRequest request = LoadRequest.of(
                "this", "GET", URI.create(url), fields, new byte[0], () -> ReplyCheck.ofLength(0, Long.MAX_VALUE));
        return new String(request.wire(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void pathsBeyondAsciiAreSentAsUtf8() {
        assertTrue(wire("http://h/stra\u00dfe?q=\u20ac%20", HeaderFields.NONE)
                .startsWith("GET /stra%C3%9Fe?q=%E2%82%AC%20 HTTP/1.1\r\nHost: h\r\n"));
    }

    @Test
    void aFieldMayBeThereTwiceAndInLatin1() {
        HeaderFields fields = HeaderFields.NONE.with("X-A: 1").with("x-a:\t\u00e4 2 ");
        assertEquals("GET / HTTP/1.1\r\nHost: h:1\r\nX-A: 1\r\nx-a: \u00e4 2\r\n\r\n", wire("http://h:1", fields));
    }

    @Test
    void aHostReplacesThatOfTheUrl() {
        assertEquals("GET / HTTP/1.1\r\nhost: other\r\n\r\n", wire("http://h/", HeaderFields.NONE.with("host: other")));
    }

    @Test
    void aRequestsOwnFieldsReplaceThoseOfAll() {
        HeaderFields all = HeaderFields.NONE.with("A: 1").with("B: 2");
        HeaderFields own = HeaderFields.NONE.with("b: 3").with("B: 4");
        assertEquals("A: 1\r\nb: 3\r\nB: 4\r\n", own.over(all).lines());
    }

    @Test
    void whatCannotBeSentIsRefusedByName() {
        for (List<String> refused : List.of(
                List.of("nonsense", "a header field has the form 'NAME: VALUE': nonsense …"),
                List.of("Authorization Basic S3CR3T", "a header field has the form 'NAME: VALUE': Authorization …"),
                List.of("a b: c", "not the name of a header field: a b"),
                List.of("A\u00e4: c", "not the name of a header field: A\u00e4"),
                List.of("A: b\r\nC: d", "the header field A has a line break"),
                List.of("A: b\n", "the header field A has a line break"),
                List.of("A: \u20ac", "the header field A has the character U+20AC: only ISO 8859-1 can be sent"),
                List.of("A: \0", "the header field A has the character U+0000: only ISO 8859-1 can be sent"),
                List.of("content-length: 5", "content-length is set by the driver, from the body"),
                List.of("Transfer-Encoding: chunked", "Transfer-Encoding is set by the driver, from the body"),
                List.of(
                        "connection: close",
                        "Connection is set by the driver: --no-keep-alive asks for a connection for each request"))) {
            String message = assertThrows(IllegalArgumentException.class, () -> HeaderFields.NONE.with(refused.get(0)))
                    .getMessage();
            assertEquals(refused.get(1), message);
        }
        HeaderFields hosted = HeaderFields.NONE.with("Host: a");
        assertThrows(IllegalArgumentException.class, () -> hosted.with("host: b"));
    }

    @Test
    void secretsAreNotShown() {
        for (String secret : List.of(
                "authorization",
                "Proxy-Authorization",
                "Cookie",
                "X-Api-Key",
                "apikey",
                "X-CSRF-Token",
                "Client-Secret")) {
            assertEquals(
                    List.of("A: b", secret + ": \u2026"),
                    HeaderFields.NONE.with("A: b").with(secret + ": eDp5").shown());
        }
    }
}
