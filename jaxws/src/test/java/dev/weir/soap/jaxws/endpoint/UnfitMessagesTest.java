package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.peers.CourierService;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
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

    @WebService(targetNamespace = "urn:test:nest", name = "Nest")
    public static class Nest {
        @WebMethod
        public int count(@WebParam(name = "egg") Egg egg) {
            int count = 0;
            for (Egg next = egg; next != null; next = next.egg) {
                count++;
            }
            return count;
        }
    }

    public static class Egg {
        public @Nullable Egg egg;
    }

    /** What the reader allows, and the threads of the program have no stack for. */
    @Test
    void objectsTooDeepForTheStackAreTheSendersFault() throws Exception {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, new Nest());
        endpoint.setExecutor(task -> new Thread(null, task, "with a small stack", 180_000).start());
        try (Served nest = Served.publish(endpoint)) {
            for (int depth : new int[] {1, 900, 1}) {
                HttpResponse<String> answer = nest.post(
                        "",
                        "<n:count xmlns:n='urn:test:nest'>" + "<egg>".repeat(depth) + "</egg>".repeat(depth)
                                + "</n:count>");
                if (depth == 1) {
                    assertTrue(answer.body().contains("<return>1</return>"), answer.body());
                } else {
                    assertTrue(answer.body().contains("faultcode>soap:Client<"), answer.body());
                    assertTrue(
                            answer.body().contains("are nested too deeply for operation count, at line 1, column"),
                            answer.body());
                }
            }
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
