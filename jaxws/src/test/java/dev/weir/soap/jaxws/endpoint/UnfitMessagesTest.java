package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.peers.CourierService;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** What the sender learns of a message that is no value of the operation's types. */
class UnfitMessagesTest {
    @Test
    void aBodyThatDoesNotFitIsNamedByLineAndColumn() throws Exception {
        try (Served courier = Served.by(new CourierService())) {
            HttpResponse<String> answer =
                    courier.post("", "<t:send xmlns:t='urn:test:courier'><from>here</from></t:send>");
            assertEquals(500, answer.statusCode());
            assertTrue(answer.body().contains("faultcode>soap:Client<"), answer.body());
            assertTrue(
                    answer.body().contains("The message does not fit operation send: unexpected element"),
                    answer.body());
            assertTrue(answer.body().contains("at line 1, column 129."), answer.body());
        }
    }

    /** Blocks have no lines and columns any more when they are read. */
    @Test
    void aHeaderThatDoesNotFitIsNamed() throws Exception {
        try (Served courier = Served.by(new CourierService())) {
            HttpResponse<String> answer = courier.post(
                    "<t:ticket xmlns:t='urn:test:courier'><owner>me</owner></t:ticket>",
                    "<t:track xmlns:t='urn:test:courier'><text>hello</text></t:track>");
            assertEquals(500, answer.statusCode());
            assertTrue(answer.body().contains("faultcode>soap:Client<"), answer.body());
            assertTrue(
                    answer.body()
                            .contains("Header {urn:test:courier}ticket does not fit operation track: unexpected element"
                                    + " (uri:\"\", local:\"owner\")."),
                    answer.body());
            assertFalse(answer.body().contains("column"), answer.body());
        }
    }
}
