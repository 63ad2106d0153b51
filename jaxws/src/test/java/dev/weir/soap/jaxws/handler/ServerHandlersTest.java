package dev.weir.soap.jaxws.handler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.testing.RecordedLog;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The handlers of a server, over HTTP, in front of an endpoint that answers with the payload it gets. */
class ServerHandlersTest {
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    private static HttpTransport transport;
    private static HttpServer server;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        transport = HttpTransport.start();
        server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
    }

    @AfterAll
    static void stop() {
        transport.close();
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    private static String direction(MessageContext context) {
        return Boolean.TRUE.equals(context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) ? "out" : "in";
    }

    private record Logical(String name, BiPredicate<LogicalMessageContext, String> doing)
            implements LogicalHandler<LogicalMessageContext> {
        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            SEEN.add(name + " " + direction(context));
            return doing.test(context, direction(context));
        }

        @Override
        public boolean handleFault(LogicalMessageContext context) {
            SEEN.add(name + " fault " + direction(context));
            return true;
        }

        @Override
        public void close(MessageContext context) {
            SEEN.add(name + " close");
        }
    }

    private record Soap(String name, BiPredicate<SOAPMessageContext, String> doing)
            implements SOAPHandler<SOAPMessageContext> {
        @Override
        public Set<QName> getHeaders() {
            return Set.of(new QName("urn:t", name));
        }

        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            SEEN.add(name + " " + direction(context));
            return doing.test(context, direction(context));
        }

        @Override
        public boolean handleFault(SOAPMessageContext context) {
            SEEN.add(name + " fault " + direction(context));
            return true;
        }

        @Override
        public void close(MessageContext context) {
            SEEN.add(name + " close");
        }
    }

    private static Logical logical(String name) {
        return new Logical(name, (context, direction) -> true);
    }

    private static Soap soap(String name) {
        return new Soap(name, (context, direction) -> true);
    }

    private static String envelope(String payload) {
        return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + payload
                + "</s:Body></s:Envelope>";
    }

    /** Serves the handlers at a new path and sends one request. */
    private static HttpResponse<String> call(HandlerChain chain, String payload, int status) throws Exception {
        ServerHandlers handlers = new ServerHandlers(chain, (request, format) -> null, new ReplyForm(false));
        String path = "/" + SEEN.hashCode() + System.nanoTime();
        server.mount(
                path,
                request -> handlers.handle(request, null, new MessageProperties(), (handled, parts) -> {
                    SEEN.add("endpoint");
                    return CompletableFuture.completedFuture(HttpReply.of(
                            status,
                            EnvelopeFormat.SOAP_11.contentType(),
                            status == 202 ? new byte[0] : handled.body()));
                }));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(envelope(payload)))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    @Test
    void requestsPassFromTheLastHandlerAndRepliesFromTheFirst() throws Exception {
        HandlerChain chain = HandlerChain.of(List.of(soap("s1"), logical("l1"), soap("s2"), logical("l2")));
        HttpResponse<String> reply = call(chain, "<x/>", 200);
        assertEquals(200, reply.statusCode());
        assertEquals(envelope("<x/>"), reply.body());
        assertEquals(
                List.of(
                        "s2 in",
                        "s1 in",
                        "l2 in",
                        "l1 in",
                        "endpoint",
                        "l1 out",
                        "l2 out",
                        "s1 out",
                        "s2 out",
                        "l1 close",
                        "l2 close",
                        "s1 close",
                        "s2 close"),
                SEEN);
        assertEquals(Set.of(new QName("urn:t", "s1"), new QName("urn:t", "s2")), chain.headers());
    }

    @ParameterizedTest
    @CsvSource({"multipart/related; boundary=b, identity", "text/xml, gzip", "application/soap+xml, gzip"})
    void whatHandlersCannotSeeIsRefusedAndNotPassedAroundThem(String type, String coding) throws Exception {
        ServerHandlers handlers = new ServerHandlers(
                HandlerChain.of(List.of(soap("s1"))), (request, format) -> null, new ReplyForm(false));
        server.mount(
                "/around",
                request -> handlers.handle(request, null, new MessageProperties(), (handled, parts) -> {
                    SEEN.add("endpoint");
                    return CompletableFuture.completedFuture(HttpReply.of(202));
                }));
        HttpResponse<String> reply = CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/around"))
                        .header("Content-Type", type)
                        .header("Content-Encoding", coding)
                        .POST(HttpRequest.BodyPublishers.ofString("--b\r\n\r\n" + envelope("<x/>") + "\r\n--b--\r\n"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        server.unmount("/around");
        assertEquals(415, reply.statusCode());
        assertTrue(reply.body().contains("see envelopes in text"), reply.body());
        assertEquals(List.of(), SEEN);
    }

    @Test
    void handlersChangeRequestsAndReplies() throws Exception {
        HandlerChain chain = HandlerChain.of(List.of(
                new Logical("l", (context, direction) -> {
                    if (direction.equals("in")) {
                        context.getMessage().setPayload(new StreamSource(new StringReader("<changed>é</changed>")));
                    }
                    return true;
                }),
                new Soap("s", (context, direction) -> {
                    if (direction.equals("out")) {
                        try {
                            context.getMessage().getSOAPBody().getFirstChild().setTextContent("signed");
                        } catch (SOAPException e) {
                            throw new WebServiceException(e);
                        }
                    }
                    return true;
                })));
        assertTrue(call(chain, "<x/>", 200).body().contains("<changed>signed</changed>"));
    }

    @Test
    void aHandlerThatReturnsFalseAnswers() throws Exception {
        HandlerChain chain = HandlerChain.of(List.of(
                new Logical("answers", (context, direction) -> {
                    context.getMessage().setPayload(new StreamSource(new StringReader("<answer/>")));
                    return false;
                }),
                soap("s")));
        HttpResponse<String> reply = call(chain, "<x/>", 200);
        assertEquals(200, reply.statusCode());
        assertTrue(reply.body().contains("<answer/>"), reply.body());
        assertEquals(List.of("s in", "answers in", "s out", "answers close", "s close"), SEEN);
    }

    @Test
    void aProtocolExceptionIsAnsweredAsAFault() throws Exception {
        HandlerChain chain = HandlerChain.of(List.of(
                new Logical("refuses", (context, direction) -> {
                    throw new ProtocolException("not for you");
                }),
                soap("s")));
        HttpResponse<String> reply = call(chain, "<x/>", 200);
        assertEquals(500, reply.statusCode());
        assertTrue(reply.body().contains("not for you"), reply.body());
        assertEquals(List.of("s in", "refuses in", "s fault out", "refuses close", "s close"), SEEN);
    }

    static Stream<Throwable> failures() {
        return Stream.of(new IllegalStateException("secret"), new NoClassDefFoundError("secret"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void otherFailuresReachTheLogOnlyAndTheFaultSaysWhere(Throwable failure) throws Exception {
        HandlerChain chain = HandlerChain.of(List.of(new Soap("breaks", (context, direction) -> {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        })));
        try (RecordedLog log = RecordedLog.of(ServerHandlers.class.getName())) {
            HttpResponse<String> reply = call(chain, "<x/>", 200);
            assertEquals(500, reply.statusCode());
            assertFalse(reply.body().contains("secret"), reply.body());
            Matcher reference = Pattern.compile("reference (\\w+)").matcher(reply.body());
            assertTrue(reference.find(), reply.body());
            assertTrue(log.messages().toString().contains(reference.group()), log.messages()::toString);
        }
        assertEquals(List.of("breaks in", "breaks close"), SEEN);
    }

    @Test
    void faultsOfTheServicePassHandleFault() throws Exception {
        String fault = "<s:Fault xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><faultcode>s:Server</faultcode>"
                + "<faultstring>broken</faultstring></s:Fault>";
        HttpResponse<String> reply = call(HandlerChain.of(List.of(logical("l"), soap("s"))), fault, 500);
        assertEquals(500, reply.statusCode());
        assertEquals(List.of("s in", "l in", "endpoint", "l fault out", "s fault out", "l close", "s close"), SEEN);
    }

    @Test
    void oneWayRequestsPassInwardsOnly() throws Exception {
        assertEquals(
                202, call(HandlerChain.of(List.of(logical("l"))), "<x/>", 202).statusCode());
        assertEquals(List.of("l in", "endpoint", "l close"), SEEN);
    }
}
