package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.handler.PassingHandler;
import dev.weir.testing.RecordedLog;
import jakarta.annotation.Resource;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.wsaddressing.W3CEndpointReferenceBuilder;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** The standard's properties of MessageContext, in services and in the handlers of both ends. */
class MessageContextTest {
    private static final String NAMESPACE = "urn:test:context";
    private static final QName SERVICE = new QName(NAMESPACE, "MirrorService");
    private static final QName PORT = new QName(NAMESPACE, "MirrorPort");
    private static final QName INTERFACE = new QName(NAMESPACE, "Mirror");
    private static final QName OPERATION = new QName(NAMESPACE, "look");
    private static final String LOOK = "<m:look xmlns:m='" + NAMESPACE + "'><text>a</text></m:look>";

    @WebService(name = "Mirror", targetNamespace = NAMESPACE)
    public interface Mirror {
        @WebResult(name = "text")
        String look(@WebParam(name = "text") String text);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.MessageContextTest$Mirror",
            targetNamespace = NAMESPACE,
            serviceName = "MirrorService",
            portName = "MirrorPort")
    public static class MirrorBean implements Mirror {
        @Resource
        WebServiceContext context;

        private volatile Consumer<MessageContext> doing = seen -> {};
        private volatile Map<String, Object> seen = Map.of();

        @Override
        public String look(String text) {
            MessageContext message = context.getMessageContext();
            seen = new HashMap<>(message);
            doing.accept(message);
            return text;
        }
    }

    /** Keeps what it sees, and does what the test has set. */
    private static final class Watch implements PassingHandler {
        private volatile Map<String, Object> outbound = Map.of();
        private volatile Map<String, Object> inbound = Map.of();
        private volatile Consumer<MessageContext> doingOutbound = seen -> {};

        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            if (Boolean.TRUE.equals(context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY))) {
                outbound = new HashMap<>(context);
                doingOutbound.accept(context);
            } else {
                inbound = new HashMap<>(context);
            }
            return true;
        }
    }

    private final MirrorBean bean = new MirrorBean();
    private final Watch watch = new Watch();

    private Served served(boolean handled) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, bean);
        if (handled) {
            endpoint.getBinding().setHandlerChain(List.of(watch));
        }
        return Served.publish(endpoint);
    }

    // ---------------------------------------------------------------- services

    private static void assertOfHttp(Map<String, Object> seen) {
        assertEquals("POST", seen.get(MessageContext.HTTP_REQUEST_METHOD));
        assertEquals("x=1&y=%20", seen.get(MessageContext.QUERY_STRING));
        assertEquals("/deeper/down", seen.get(MessageContext.PATH_INFO));
        Map<?, ?> fields = (Map<?, ?>) seen.get(MessageContext.HTTP_REQUEST_HEADERS);
        assertEquals(List.of("text/xml; charset=utf-8"), fields.get("content-type"));
        assertEquals(List.of("first", "second"), fields.get("X-Asked"));
    }

    private static void assertOfPort(Map<String, Object> seen) {
        assertEquals(SERVICE, seen.get(MessageContext.WSDL_SERVICE));
        assertEquals(PORT, seen.get(MessageContext.WSDL_PORT));
        assertEquals(INTERFACE, seen.get(MessageContext.WSDL_INTERFACE));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aServiceSeesItsRequest(boolean handled) throws Exception {
        try (Served served = served(handled)) {
            served.post("/deeper/down?x=1&y=%20", "", LOOK);
            assertOfHttp(bean.seen);
            assertOfPort(bean.seen);
            assertEquals(OPERATION, bean.seen.get(MessageContext.WSDL_OPERATION));
            assertEquals(false, bean.seen.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY));
            assertEquals(Map.of(), bean.seen.get(MessageContext.INBOUND_MESSAGE_ATTACHMENTS));
            assertEquals(List.of(), bean.seen.get(MessageContext.REFERENCE_PARAMETERS));
            served.post("", LOOK);
            assertEquals("", bean.seen.get(MessageContext.PATH_INFO));
            assertFalse(bean.seen.containsKey(MessageContext.QUERY_STRING));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theDescriptionCanBeFetched(boolean handled) throws Exception {
        try (Served served = served(handled)) {
            served.post("", LOOK);
            URI description = (URI) bean.seen.get(MessageContext.WSDL_DESCRIPTION);
            assertEquals(served.wsdl().toURI(), description);
            try (var in = description.toURL().openStream()) {
                assertTrue(new String(in.readAllBytes(), StandardCharsets.UTF_8).contains("MirrorPort"));
            }
        }
    }

    private static final String PARAMETERS = "<t:tenant xmlns:t='urn:t' a:IsReferenceParameter='true'"
            + " xmlns:a='http://www.w3.org/2005/08/addressing'><t:name>é</t:name></t:tenant>"
            + "<t:trace xmlns:t='urn:t'>none</t:trace><t:region xmlns:t='urn:t' a:IsReferenceParameter='1'"
            + " xmlns:a='http://www.w3.org/2005/08/addressing'/>";

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void referenceParametersAreTheBlocksThatAreMarked(boolean handled) throws Exception {
        try (Served served = served(handled)) {
            assertEquals(200, served.post(PARAMETERS, LOOK).statusCode());
            List<?> parameters = (List<?>) bean.seen.get(MessageContext.REFERENCE_PARAMETERS);
            assertEquals(2, parameters.size());
            Element tenant = (Element) parameters.get(0);
            assertEquals("{urn:t}tenant", "{" + tenant.getNamespaceURI() + "}" + tenant.getLocalName());
            assertEquals("é", tenant.getFirstChild().getTextContent());
            assertEquals("region", ((Element) parameters.get(1)).getLocalName());
        }
    }

    @Test
    void theParametersOfAnEndpointReferenceReachTheService() throws Exception {
        try (Served served = served(false)) {
            Document document = javax.xml.parsers.DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .newDocument();
            Element tenant = document.createElementNS("urn:t", "t:tenant");
            tenant.setTextContent("seven");
            Mirror mirror = new WeirProvider()
                    .getPort(
                            new W3CEndpointReferenceBuilder()
                                    .address(served.address())
                                    .referenceParameter(tenant)
                                    .build(),
                            Mirror.class);
            assertEquals("a", mirror.look("a"));
            List<?> parameters = (List<?>) bean.seen.get(MessageContext.REFERENCE_PARAMETERS);
            assertEquals("seven", ((Element) parameters.get(0)).getTextContent());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aServiceSetsStatusAndFieldsOfItsReply(boolean handled) throws Exception {
        try (Served served = served(handled)) {
            bean.doing = context -> {
                context.put(MessageContext.HTTP_RESPONSE_CODE, 203);
                context.put(MessageContext.HTTP_RESPONSE_HEADERS, Map.of("X-Said", List.of("a", "b")));
            };
            HttpResponse<String> reply = served.post("", LOOK);
            assertEquals(203, reply.statusCode());
            assertEquals("a, b", String.join(", ", reply.headers().allValues("X-Said")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Set-Cookie", "set-cookie"})
    void eachCookieIsALineOfItsOwn(String name) throws Exception {
        List<String> cookies = List.of("a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2; Path=/");
        try (Served served = served(false)) {
            bean.doing = context -> context.putAll(fields(name, cookies.toArray(String[]::new)));
            assertEquals(cookies, served.post("", LOOK).headers().allValues("Set-Cookie"));
            Mirror mirror = served.client(SERVICE, Mirror.class);
            assertEquals("a", mirror.look("a"));
            Map<?, ?> seen = (Map<?, ?>)
                    ((BindingProvider) mirror).getResponseContext().get(MessageContext.HTTP_RESPONSE_HEADERS);
            assertEquals(cookies, seen.get("set-cookie"));
        }
    }

    /** What HTTP cannot carry, each by what it says. */
    private static Stream<Map<String, Object>> unfit() {
        return Stream.of(
                fields("X-R", "1\r\nX-Evil: 1"),
                fields("X-R", "1\r\n X-Evil: 1"),
                fields("X-R", "1\u0000"),
                fields("X R", "1"),
                fields("", "1"),
                fields("X-Rë", "1"),
                fields("X-R: 1\r\nX-Evil", "1"),
                Map.of(MessageContext.HTTP_RESPONSE_CODE, -1),
                Map.of(MessageContext.HTTP_RESPONSE_CODE, 101));
    }

    private static Map<String, Object> fields(String name, String... values) {
        return Map.of(MessageContext.HTTP_RESPONSE_HEADERS, Map.of(name, List.of(values)));
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void aReplyThatHttpCannotCarryIsAFaultWithAReference(Map<String, Object> said) throws Exception {
        for (boolean handled : new boolean[] {false, true}) {
            try (Served served = served(handled)) {
                bean.doing = context -> context.putAll(said);
                HttpResponse<String> reply = served.post("", LOOK);
                assertEquals(500, reply.statusCode());
                assertTrue(reply.headers().firstValue("X-Evil").isEmpty(), reply.headers()::toString);
                assertEquals(
                        "text/xml; charset=utf-8",
                        reply.headers().firstValue("Content-Type").orElse(""));
                assertTrue(reply.body().contains("<faultstring>The service failed; see its log"), reply.body());
                bean.doing = context -> {};
                assertEquals(200, served.post("", LOOK).statusCode());
            }
        }
    }

    @Test
    void fieldsOfConnectionAndBodyAreTheServersAndNamedInTheLogOnce() throws Exception {
        List<String> ours = List.of(
                "Content-Length",
                "transfer-encoding",
                "CONNECTION",
                "Keep-Alive",
                "Upgrade",
                "Trailer",
                "TE",
                "Host",
                "content-encoding",
                "Content-Type",
                "Content-MD5",
                "Content-Digest",
                "Content-Range");
        Map<String, List<String>> fields = new HashMap<>(Map.of("X-Said", List.of("a")));
        ours.forEach(name -> fields.put(name, List.of("3")));
        try (RecordedLog log = RecordedLog.of("dev.weir.soap.jaxws.endpoint.PublishedService");
                Served served = served(false)) {
            bean.doing = context -> context.put(MessageContext.HTTP_RESPONSE_HEADERS, fields);
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> reply = served.post("", LOOK);
                assertEquals(200, reply.statusCode());
                assertTrue(reply.body().endsWith("Envelope>"), reply.body());
                assertEquals(
                        "content-length content-type date x-said",
                        String.join(" ", reply.headers().map().keySet()).toLowerCase(Locale.ROOT));
            }
            List<String> said =
                    log.entries().stream().map(RecordedLog.Entry::toString).toList();
            assertEquals(ours.size(), said.size(), said::toString);
            for (String name : ours) {
                assertTrue(
                        said.stream()
                                .anyMatch(entry -> entry.startsWith("WARNING ")
                                        && entry.contains("the header field " + name + " ")),
                        said::toString);
            }
        }
    }

    @Test
    void aFieldWithoutAnythingToSayIsNotSent() throws Exception {
        Map<String, Object> fields = new HashMap<>(Map.of("X-One", "by itself", "X-Empty", List.of()));
        fields.put(null, List.of("HTTP/1.1 200 OK"));
        fields.put("X-Null", null);
        fields.put("X-Some", Arrays.asList(null, "a"));
        try (RecordedLog log = RecordedLog.of("dev.weir.soap.jaxws.endpoint.PublishedService");
                Served served = served(false)) {
            bean.doing = context -> context.put(MessageContext.HTTP_RESPONSE_HEADERS, fields);
            for (int i = 0; i < 2; i++) {
                HttpResponse<String> reply = served.post("", LOOK);
                assertEquals(200, reply.statusCode());
                assertEquals(
                        "content-length content-type date x-one x-some",
                        String.join(" ", reply.headers().map().keySet()).toLowerCase(Locale.ROOT));
                assertEquals(List.of("by itself"), reply.headers().allValues("X-One"));
                assertEquals(List.of("a"), reply.headers().allValues("X-Some"));
            }
            assertEquals(
                    List.of(MirrorBean.class.getName()
                            + " sets a header field of its reply that has no name (null), which is ignored"),
                    log.messages());
        }
    }

    // ---------------------------------------------------------------- handlers of services

    @Test
    void theHandlersOfAServiceSeeTheRequestAndItsOperationOnTheWayOut() throws Exception {
        try (Served served = served(true)) {
            served.post("/deeper/down?x=1&y=%20", PARAMETERS, LOOK);
            assertOfHttp(watch.inbound);
            assertOfPort(watch.inbound);
            assertEquals(
                    served.address() + "/deeper/down?wsdl",
                    String.valueOf(watch.inbound.get(MessageContext.WSDL_DESCRIPTION)));
            assertEquals(Map.of(), watch.inbound.get(MessageContext.INBOUND_MESSAGE_ATTACHMENTS));
            assertOfPort(watch.outbound);
            assertEquals(OPERATION, watch.outbound.get(MessageContext.WSDL_OPERATION));
            assertEquals(200, watch.outbound.get(MessageContext.HTTP_RESPONSE_CODE));
            assertEquals(2, ((List<?>) watch.outbound.get(MessageContext.REFERENCE_PARAMETERS)).size());
        }
    }

    @Test
    void aHandlerSetsStatusAndFieldsOfTheReply() throws Exception {
        try (Served served = served(true)) {
            watch.doingOutbound = context -> {
                context.put(MessageContext.HTTP_RESPONSE_CODE, 203);
                context.put(MessageContext.HTTP_RESPONSE_HEADERS, Map.of("X-Said", List.of("by the handler")));
            };
            HttpResponse<String> reply = served.post("", LOOK);
            assertEquals(203, reply.statusCode());
            assertEquals(List.of("by the handler"), reply.headers().allValues("X-Said"));
        }
    }

    // ---------------------------------------------------------------- handlers of clients

    @Test
    void theHandlersOfAClientSeeItsPortAndTheAnswer() throws Exception {
        try (Served served = served(false)) {
            Mirror mirror = served.client(SERVICE, Mirror.class);
            BindingProvider port = (BindingProvider) mirror;
            port.getBinding().setHandlerChain(List.of(watch));
            port.getRequestContext().put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("X-Asked", List.of("yes")));
            bean.doing = context -> context.put(MessageContext.HTTP_RESPONSE_CODE, 203);
            assertEquals("a", mirror.look("a"));
            assertOfPort(watch.outbound);
            assertEquals(OPERATION, watch.outbound.get(MessageContext.WSDL_OPERATION));
            assertEquals(served.wsdl().toURI(), watch.outbound.get(MessageContext.WSDL_DESCRIPTION));
            assertEquals(Map.of("X-Asked", List.of("yes")), watch.outbound.get(MessageContext.HTTP_REQUEST_HEADERS));
            assertEquals(Map.of(), watch.outbound.get(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS));
            assertOfPort(watch.inbound);
            assertEquals(203, watch.inbound.get(MessageContext.HTTP_RESPONSE_CODE));
            assertTrue(watch.inbound.get(MessageContext.HTTP_RESPONSE_HEADERS) instanceof Map<?, ?>);
        }
    }

    @Test
    void withoutAWsdlAClientsHandlersSeeNoDescription() throws Exception {
        try (Served served = served(false)) {
            Mirror mirror = new WeirProvider()
                    .createServiceDelegate(null, SERVICE, Service.class)
                    .getPort(PORT, Mirror.class);
            BindingProvider port = (BindingProvider) mirror;
            port.getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, served.address());
            port.getBinding().setHandlerChain(List.of(watch));
            assertEquals("a", mirror.look("a"));
            assertEquals(PORT, watch.outbound.get(MessageContext.WSDL_PORT));
            assertFalse(watch.outbound.containsKey(MessageContext.WSDL_DESCRIPTION));
        }
    }
}
