package dev.weir.soap.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.SoapService.SoapRequest;
import dev.weir.soap.endpoint.EndpointOptions;
import dev.weir.soap.endpoint.SoapEndpoint;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.wsdl.DerivedBinding;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoapClientTest {
    private static final AtomicReference<SoapRequest> seen = new AtomicReference<>();
    private static final AtomicReference<HttpRequest> seenHttp = new AtomicReference<>();
    private static HttpTransport transport;
    private static HttpServer server;
    private static SoapClient client;

    @BeforeAll
    static void start() throws IOException {
        transport = HttpTransport.start();
        server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
        SoapEndpoint shop = new SoapEndpoint(
                ShopService.description(SoapVersion.SOAP_11, SoapVersion.SOAP_12),
                request -> {
                    seen.set(request);
                    return ShopService.serve(request);
                },
                EndpointOptions.DEFAULT);
        server.mount("/shop", request -> {
            seenHttp.set(request);
            return shop.handle(request);
        });
        server.mount(
                "/rpc", new SoapEndpoint(ShopService.rpcDescription(), ShopService::serve, EndpointOptions.DEFAULT));
        server.mount("/canned", SoapClientTest::canned);
        server.mount("/busy", request -> canned(request).thenApply(reply -> reply.with("Retry-After", "1")));
        client = new SoapClient(transport.client(HttpClientLimits.DEFAULT));
    }

    /** Answers with the status, type and body that the query asks for. */
    private static CompletionStage<HttpReply> canned(HttpRequest request) {
        String[] parts = java.net.URLDecoder.decode(request.query(), StandardCharsets.UTF_8)
                .split("\\|", 3);
        return CompletableFuture.completedFuture(
                HttpReply.of(Integer.parseInt(parts[0]), parts[1], parts[2].getBytes(StandardCharsets.UTF_8)));
    }

    @AfterAll
    static void stop() {
        server.close(Duration.ZERO);
        transport.close();
    }

    private static Binding binding(SoapVersion version) {
        return DerivedBinding.of(
                ShopService.wsdl().portType(XmlName.of("urn:shop", "Shop")), version, XmlName.of("urn:x", "B"));
    }

    private static URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    private static MessageValue call(
            Binding binding, String operation, URI address, MessageValue input, Addressing addressing)
            throws Exception {
        return client.call(binding, operation, address, input, addressing, Duration.ofSeconds(5))
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    private static MessageValue order(SoapVersion version, String text) throws Exception {
        return call(binding(version), "order", at("/shop"), ShopService.order(text), Addressing.NONE);
    }

    private static <T extends Throwable> T failure(Class<T> type, Binding binding, URI address) {
        ExecutionException e = assertThrows(
                ExecutionException.class,
                () -> call(binding, "order", address, ShopService.order("x"), Addressing.NONE));
        return assertInstanceOf(type, e.getCause());
    }

    private static URI canned(int status, String type, String body) {
        String query = java.net.URLEncoder.encode(status + "|" + type + "|" + body, StandardCharsets.UTF_8);
        return at("/canned?" + query);
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void aReplyComesBackAsAMessage(SoapVersion version) throws Exception {
        MessageValue reply = order(version, "x");
        assertEquals(ShopService.RECEIPT, reply.part("body").name());
        assertEquals("order:x", reply.part("body").elements().get(1).stringValue());
        HttpRequest http = seenHttp.get();
        if (version == SoapVersion.SOAP_11) {
            assertEquals("text/xml; charset=utf-8", http.header("Content-Type"));
            assertEquals("\"order\"", http.header("SOAPAction"));
        } else {
            assertEquals("application/soap+xml; charset=utf-8; action=\"order\"", http.header("Content-Type"));
        }
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void aOneWayMessageIsDoneWhenItIsTaken(SoapVersion version) throws Exception {
        MessageValue cancel = MessageValue.of("body", ShopService.element(XmlName.of(ShopService.DATA, "cancel"), "1"));
        assertTrue(call(binding(version), "cancel", at("/shop"), cancel, Addressing.NONE)
                .parts()
                .isEmpty());
        call(binding(version), "cancel", canned(200, "text/plain", ""), cancel, Addressing.NONE);
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void aFaultComesBackWithItsNameReasonAndDetail(SoapVersion version) {
        ExecutionException e = assertThrows(ExecutionException.class, () -> order(version, "refuse"));
        SoapFault fault =
                assertInstanceOf(SoapFaultException.class, e.getCause()).fault();
        assertEquals(XmlName.of("urn:shop:process", "orderRefused"), fault.subcode());
        assertEquals("No such goods.", fault.reason());
        assertEquals(
                XmlName.of(ShopService.DATA, "refused"), fault.detail().get(0).name());
        assertEquals(SoapFault.Code.RECEIVER, fault.code());
    }

    @Test
    void addressingTravelsWithTheMessage() throws Exception {
        Addressing sent = new Addressing("urn:m:1", "urn:m:0", "http://to", "urn:action", "http://reply.to/here");
        call(binding(SoapVersion.SOAP_12), "order", at("/shop"), ShopService.order("x"), sent);
        assertEquals(sent, seen.get().addressing());
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void theBindingsActionIsSentAlsoBesideAnotherInTheHeader(SoapVersion version) throws Exception {
        for (String header : List.of("urn:action", "order")) {
            Addressing addressing = new Addressing("urn:m:1", null, null, header, null);
            call(binding(version), "order", at("/shop"), ShopService.order("x"), addressing);
            assertEquals(header, seen.get().addressing().action());
            HttpRequest http = seenHttp.get();
            if (version == SoapVersion.SOAP_11) {
                assertEquals("\"order\"", http.header("SOAPAction"));
            } else {
                assertEquals("application/soap+xml; charset=utf-8; action=\"order\"", http.header("Content-Type"));
            }
        }
    }

    @Test
    void rpcPartsTravelInAWrapper() throws Exception {
        Binding rpc = ShopService.rpcWsdl().binding(XmlName.of("urn:rpc", "CalculatorBinding"));
        MessageValue add = MessageValue.of("a", ShopService.element(XmlName.of("a"), "1"));
        add.set("b", ShopService.element(XmlName.of("b"), "2"));
        assertEquals(
                "3",
                call(rpc, "add", at("/rpc"), add, Addressing.NONE).part("sum").stringValue());
    }

    @Test
    void aMessageThatIsNotTheOperationsIsNotSent() {
        ExecutionException missing = assertThrows(
                ExecutionException.class,
                () -> call(binding(SoapVersion.SOAP_11), "order", at("/shop"), new MessageValue(), Addressing.NONE));
        assertInstanceOf(IllegalArgumentException.class, missing.getCause());
        ExecutionException other = assertThrows(
                ExecutionException.class,
                () -> call(
                        binding(SoapVersion.SOAP_11),
                        "order",
                        at("/shop"),
                        MessageValue.of("body", ShopService.element(XmlName.of("x"), "")),
                        Addressing.NONE));
        assertInstanceOf(IllegalArgumentException.class, other.getCause());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<e:Fault><faultcode>e:Client</faultcode><faultstring>No.</faultstring></e:Fault> | SENDER | '' | No.",
                "<e:Fault><e:faultcode>e:Client</e:faultcode><e:faultstring>No.</e:faultstring></e:Fault> | SENDER | '' | No.",
                "<e:Fault><faultcode xmlns='urn:x'>e:Client</faultcode><x:faultstring xmlns:x='urn:x'>No.</x:faultstring>"
                        + "</e:Fault> | SENDER | '' | No.",
                "<e:Fault><faultcode>Client.Auth</faultcode></e:Fault> | SENDER | '' | ''",
                "<e:Fault><faultcode>x:lost</faultcode><faultstring>r</faultstring></e:Fault> | RECEIVER | '' | r",
                "<e:Fault/> | RECEIVER | '' | ''",
                "<e:Fault><faultcode xmlns:p='urn:p'>p:q</faultcode></e:Fault> | RECEIVER | {urn:p}q | ''",
            })
    void sloppyFaultsAreUnderstoodAsFarAsTheyGo(String fault, SoapFault.Code code, String subcode, String reason) {
        String envelope = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>" + fault
                + "</e:Body></e:Envelope>";
        SoapFault read = failure(
                        SoapFaultException.class, binding(SoapVersion.SOAP_11), canned(500, "text/xml", envelope))
                .fault();
        assertEquals(code, read.code());
        assertEquals(subcode, read.subcode().toString());
        assertEquals(reason, read.reason());
    }

    @ParameterizedTest
    @CsvSource({
        "502, text/html, <html/>, true",
        "503, text/plain, busy, true",
        "404, text/html, <html/>, false",
        "401, text/html, <html/>, false",
        "429, text/html, <html/>, true",
        "302, text/xml, <x/>, false",
        "200, text/xml, <broken, false",
        "500, text/xml, <broken, true",
        "200, text/xml, <x/>, false",
        "202, text/plain, x, false"
    })
    void whatIsNoSoapAnswerIsATechnicalFailureThatSaysWhetherToTryAgain(
            int status, String type, String body, boolean retryable) {
        SoapTransportException failure =
                failure(SoapTransportException.class, binding(SoapVersion.SOAP_11), canned(status, type, body));
        assertEquals(retryable, failure.retryable(), failure.getMessage());
        assertTrue(failure.getMessage().contains("HTTP status " + status), failure.getMessage());
    }

    @Test
    void aServiceThatSaysWhenToComeBackHasNotTakenTheMessage() {
        String fault = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault>"
                + "<faultcode>e:Server</faultcode><faultstring>busy</faultstring></e:Fault></e:Body></e:Envelope>";
        String query = canned(503, "text/xml", fault).getRawQuery();
        SoapTransportException failure =
                failure(SoapTransportException.class, binding(SoapVersion.SOAP_11), at("/busy?" + query));
        assertTrue(failure.retryable());
        assertFalse(failure.mayHaveReachedPeer());
    }

    @ParameterizedTest
    @ValueSource(strings = {"<d:other xmlns:d='urn:shop:data'/>", "", "<d:receipt xmlns:d='urn:shop:data'/><x/>"})
    void aReplyThatIsNotTheOperationsIsATechnicalFailure(String body) {
        String envelope = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>" + body
                + "</e:Body></e:Envelope>";
        SoapTransportException failure =
                failure(SoapTransportException.class, binding(SoapVersion.SOAP_11), canned(200, "text/xml", envelope));
        assertFalse(failure.retryable());
    }

    @Test
    void aServiceThatIsNotThereWasNotReached() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        SoapTransportException failure = failure(
                SoapTransportException.class,
                binding(SoapVersion.SOAP_11),
                URI.create("http://127.0.0.1:" + free + "/"));
        assertTrue(failure.retryable());
        assertFalse(failure.mayHaveReachedPeer());
    }
}
