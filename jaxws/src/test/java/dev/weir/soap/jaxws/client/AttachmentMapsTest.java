package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.MetroServer;
import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.handler.PassingHandler;
import dev.weir.soap.jaxws.handler.ReceivedData;
import dev.weir.testing.FreePort;
import dev.weir.testing.TestSeed;
import jakarta.activation.DataHandler;
import jakarta.annotation.Resource;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attachments beside the values: the maps of contexts, of programs without handlers first, between clients and servers of three stacks. */
class AttachmentMapsTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    private static final String NAMESPACE = "urn:test:tray";
    private static final QName SERVICE = new QName(NAMESPACE, "TrayService");
    private static final QName PORT = new QName(NAMESPACE, "TrayPort");
    private static final String IN = MessageContext.INBOUND_MESSAGE_ATTACHMENTS;
    private static final String OUT = MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS;
    private static final int[] LENGTHS = {0, 5, 70_000, 3_000_000};

    @TempDir
    private static Path files;

    private static final Map<Stack, String> ADDRESSES = new EnumMap<>(Stack.class);
    private static Served weir;
    private static Server cxf;
    private static MetroServer metro;

    @BeforeAll
    static void start() throws Exception {
        weir = served(new TrayBean());
        ADDRESSES.put(Stack.WEIR, weir.address());
        String address = "http://localhost:" + FreePort.next() + "/tray";
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setServiceClass(TrayBean.class);
        factory.setServiceBean(new TrayBean());
        factory.setAddress(address);
        factory.setProperties(Map.of("mtom-enabled", true)); // without it, CXF sends no attachments
        cxf = factory.create();
        ADDRESSES.put(Stack.CXF, address);
        metro = MetroServer.start();
        metro.publish("tray", null, new TrayBean());
        ADDRESSES.put(Stack.METRO, metro.url() + "tray");
    }

    @AfterAll
    static void stop() {
        weir.close();
        cxf.destroy();
        metro.close();
    }

    /** Files lose their names when they are opened. */
    @AfterEach
    void noNameIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(files)) {
            assertEquals(List.of(), left.toList());
        }
    }

    // ---------------------------------------------------------------- programs

    /** A service whose values say nothing of what comes beside them. */
    @WebService(targetNamespace = NAMESPACE, name = "Tray")
    public interface Tray {
        /** Gives back the bytes, says which attachments came, and sends each back by "back-" and its id. */
        @WebMethod
        String carry(String what, byte[] value);

        @WebMethod
        @Oneway
        void leave(String what);
    }

    @SuppressWarnings("unchecked") // as the standard declares them
    private static Map<String, DataHandler> attachments(Map<String, Object> context, String name) {
        return (Map<String, DataHandler>) Objects.requireNonNull(context.get(name), name);
    }

    @WebService(
            targetNamespace = NAMESPACE,
            serviceName = "TrayService",
            portName = "TrayPort",
            endpointInterface = "dev.weir.soap.jaxws.client.AttachmentMapsTest$Tray")
    public static class TrayBean implements Tray {
        @Resource
        @Nullable WebServiceContext context;

        /** A permit for each one-way call whose caller has its answer; until then its method waits. */
        final Semaphore answered = new Semaphore(0);

        /** Of the requests, by their Content-Type. */
        final List<String> types = new CopyOnWriteArrayList<>();

        final BlockingQueue<String> left = new LinkedBlockingQueue<>();

        @Override
        public String carry(String what, byte[] value) {
            MessageContext call = Objects.requireNonNull(context).getMessageContext();
            Map<?, ?> fields = (Map<?, ?>) Objects.requireNonNull(call.get(MessageContext.HTTP_REQUEST_HEADERS));
            types.add(String.valueOf(fields.get("Content-Type")));
            Map<String, DataHandler> came = attachments(call, IN);
            if (what.equals("own map of copies")) { // CXF has long ones for one reader only
                came = new LinkedHashMap<>(came);
                came.replaceAll((id, handler) -> handler(read(handler)));
            }
            Map<String, DataHandler> back = new LinkedHashMap<>();
            came.forEach((id, handler) -> {
                if (!id.endsWith("@weir.dev")) {
                    back.put("back-" + id, handler);
                }
            });
            if (what.equals("fail")) {
                call.put(OUT, back);
                throw new IllegalStateException("as asked");
            }
            if (what.equals("not a map")) {
                return String.valueOf(assertThrows(IllegalArgumentException.class, () -> call.put(OUT, "text"))
                        .getMessage());
            }
            if (what.equals("wrong")) {
                attachments(call, OUT).put("no id", handler(value));
                return what;
            }
            String seen = seen(came) + what + value.length;
            if (what.startsWith("own map")) {
                attachments(call, OUT).putAll(back);
            } else {
                call.put(OUT, back);
            }
            return seen;
        }

        @Override
        public void leave(String what) {
            try {
                if (answered.tryAcquire(1, TimeUnit.MINUTES)) {
                    left.add(seen(attachments(Objects.requireNonNull(context).getMessageContext(), IN)) + what);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Asks for no context. */
    @WebService(
            targetNamespace = NAMESPACE,
            serviceName = "TrayService",
            portName = "TrayPort",
            endpointInterface = "dev.weir.soap.jaxws.client.AttachmentMapsTest$Tray")
    public static class PlainBean implements Tray {
        @Override
        public String carry(String what, byte[] value) {
            return what;
        }

        @Override
        public void leave(String what) {}
    }

    /** Sends back what it gets, beside a payload of its own. */
    @WebServiceProvider(serviceName = "TrayService", portName = "TrayPort", targetNamespace = NAMESPACE)
    public static class Payloads implements Provider<Source> {
        @Resource
        @Nullable WebServiceContext context;

        @Override
        public Source invoke(Source request) {
            MessageContext call = Objects.requireNonNull(context).getMessageContext();
            call.put(OUT, attachments(call, IN));
            return new StreamSource(new StringReader("<seen/>"));
        }
    }

    /** Puts what it is given into the messages that go out, as maps or as attachments of SAAJ. */
    private static class Attaching implements PassingHandler {
        private final boolean byMap;
        private final Map<String, DataHandler> given;

        /** The ids in the map as this handler finds it, of messages that go out. */
        final List<Set<String>> found = new CopyOnWriteArrayList<>();

        Attaching(boolean byMap, Map<String, DataHandler> given) {
            this.byMap = byMap;
            this.given = given;
        }

        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            if (!(boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) {
                return true;
            }
            if (byMap) {
                found.add(Set.copyOf(attachments(context, OUT).keySet()));
                attachments(context, OUT).putAll(given);
                return true;
            }
            given.forEach((id, handler) -> {
                AttachmentPart part = context.getMessage().createAttachmentPart(handler);
                part.setContentId("<" + id + ">");
                context.getMessage().addAttachmentPart(part);
            });
            return true;
        }
    }

    /** The ids, lengths and sums of attachments; not of those that values of Weir's messages are in, which CXF and Metro show, too. */
    private static String seen(Map<String, DataHandler> attachments) {
        StringBuilder seen = new StringBuilder();
        new TreeMap<>(attachments).forEach((id, handler) -> {
            if (id.endsWith("@weir.dev")) {
                return;
            }
            byte[] content = read(handler);
            seen.append(id)
                    .append(' ')
                    .append(content.length)
                    .append(' ')
                    .append(Arrays.hashCode(content))
                    .append("; ");
        });
        return seen.toString();
    }

    private static String seen(String id, byte[] content) {
        return id + " " + content.length + " " + Arrays.hashCode(content) + "; ";
    }

    private static byte[] read(DataHandler handler) {
        try (InputStream in = handler.getInputStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] content(int length) {
        byte[] content = new byte[length];
        new Random(TestSeed.of(AttachmentMapsTest.class)).nextBytes(content);
        return content;
    }

    private static DataHandler handler(byte[] content) {
        return new DataHandler(new ReceivedData(content, "application/x-test"));
    }

    private static Served served(Object implementor, SOAPHandler<?>... handlers) {
        return Served.withFilesIn(files, implementor, handlers);
    }

    private static Tray client(Stack stack, String address, WebServiceFeature... features) throws Exception {
        Tray made = stack.client(address, SERVICE, PORT, Tray.class, features);
        if (stack == Stack.WEIR) {
            request(made).put("attachment-directory", files.toString());
            request(made).put("attachment-memory-threshold", 256 * 1024); // longer ones in files always
        }
        return made;
    }

    private static Map<String, Object> request(Object client) {
        return ((BindingProvider) client).getRequestContext();
    }

    private static Map<String, Object> response(Object client) {
        return ((BindingProvider) client).getResponseContext();
    }

    /** One exchange: what the service has seen, and what has come back. */
    private static void exchange(Tray tray, String what, byte[] content) {
        Map<String, DataHandler> sent = new LinkedHashMap<>();
        sent.put("first@test", handler(content));
        sent.put("second@test", handler(new byte[] {7}));
        if (Proxy.getInvocationHandler(tray).getClass().getName().startsWith("com.sun.xml.ws.")) {
            // Metro's clients have attachments of handlers only.
            ((BindingProvider) tray).getBinding().setHandlerChain(List.of(new Attaching(false, sent)));
        } else {
            request(tray).put(OUT, sent);
        }
        assertEquals(
                seen("first@test", content) + seen("second@test", new byte[] {7}) + what + 2_000,
                tray.carry(what, content(2_000)));
        Map<String, DataHandler> back = attachments(response(tray), IN);
        if (what.equals("nothing back")) {
            return;
        }
        assertTrue(back.keySet().containsAll(Set.of("back-first@test", "back-second@test")), back.keySet()::toString);
        assertArrayEquals(content, read(Objects.requireNonNull(back.get("back-first@test"))), "of " + content.length);
        assertArrayEquals(new byte[] {7}, read(Objects.requireNonNull(back.get("back-second@test"))));
        assertEquals(
                "application/x-test",
                Objects.requireNonNull(back.get("back-first@test")).getContentType());
    }

    /** What its services can do: CXF sends no map but its own, and those of Metro attach something by handlers only. */
    private static String what(Stack server) {
        return switch (server) {
            case WEIR -> "text";
            case CXF -> "own map of copies";
            case METRO -> "nothing back";
        };
    }

    // ---------------------------------------------------------------- both ends

    @ParameterizedTest
    @CsvSource({"WEIR, WEIR", "CXF, WEIR", "METRO, WEIR", "WEIR, CXF", "WEIR, METRO"})
    void theMapsGoToTheServiceAndBack(Stack client, Stack server) throws Exception {
        Tray tray = client(client, Objects.requireNonNull(ADDRESSES.get(server)));
        for (int length : LENGTHS) {
            exchange(tray, what(server), content(length));
        }
    }

    @ParameterizedTest
    @CsvSource({"WEIR, WEIR", "CXF, WEIR", "METRO, WEIR", "WEIR, CXF", "WEIR, METRO"})
    void withMtomTheyAreInTheSameMessageAsTheValues(Stack client, Stack server) throws Exception {
        Tray tray = client(client, Objects.requireNonNull(ADDRESSES.get(server)), new MTOMFeature());
        for (int length : LENGTHS) {
            exchange(tray, what(server), content(length));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "pessimistic", "optimistic"})
    void withFastInfosetTheyAreTextWithParts(String mode) throws Exception {
        TrayBean bean = new TrayBean();
        try (Served server = served(bean)) {
            Tray tray = client(Stack.WEIR, server.address());
            request(tray).put("com.sun.xml.ws.client.ContentNegotiation", mode);
            assertEquals("plain0", tray.carry("plain", new byte[0]));
            assertEquals("plain0", tray.carry("plain", new byte[0]));
            exchange(tray, "text", content(5));
            exchange(tray, "own map", content(70_000));
            request(tray).remove(OUT);
            assertEquals("plain0", tray.carry("plain", new byte[0]));
            assertEquals(Map.of(), response(tray).get(IN));
            String plain = mode.equals("none") ? "[text/xml" : "[application/fastinfoset";
            List<String> types = List.of(
                    mode.equals("optimistic") ? plain : "[text/xml",
                    plain,
                    "[multipart/related; type=\"text/xml\"",
                    "[multipart/related; type=\"text/xml\"");
            for (int i = 0; i < types.size(); i++) {
                assertTrue(bean.types.get(i).startsWith(types.get(i)), bean.types.toString());
            }
        }
    }

    @Test
    void ofAOneWayCallTheyAreThereUntilItsMethodHasEnded() throws Exception {
        TrayBean bean = new TrayBean();
        try (Served server = served(bean)) {
            Tray tray = client(Stack.WEIR, server.address());
            for (int length : LENGTHS) {
                request(tray).put(OUT, Map.of("a", handler(content(length))));
                tray.leave("left");
                bean.answered.release();
                assertEquals(seen("a", content(length)) + "left", bean.left.poll(1, TimeUnit.MINUTES));
            }
        }
    }

    @Test
    void aServiceThatDoesNotLookAtThemNeedNot() throws Exception {
        try (Served server = served(new PlainBean())) {
            Tray tray = client(Stack.WEIR, server.address());
            for (int length : LENGTHS) {
                request(tray).put(OUT, Map.of("a", handler(content(length))));
                assertEquals("x", tray.carry("x", new byte[3]));
                assertEquals(Map.of(), response(tray).get(IN));
            }
        }
    }

    /** A peer may leave out the ids, and send the same one twice: what nothing refers to need not be told apart. */
    @Test
    void partsAreNamedByTheirPlaceWhereTheirIdsAreNone() throws Exception {
        String body = "--b\r\n\r\n"
                + Served.envelope("", "<t:carry xmlns:t='" + NAMESPACE + "'><arg0>x</arg0><arg1/></t:carry>")
                + "\r\n--b\r\nContent-ID: <a>\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b\r\nContent-ID: <a>\r\n\r\nthree\r\n--b--\r\n";
        HttpResponse<String> reply = post(weir, body);
        assertEquals(200, reply.statusCode(), reply.body());
        for (String each : List.of("a 3 ", "part-2 3 ", "part-3 5 ", "Content-ID: <back-part-3>\r\n\r\nthree")) {
            assertTrue(reply.body().contains(each), reply.body());
        }
    }

    /** What a service gives back must be what could be sent: ids that could not, and places that are somebody's id, are not names. */
    @Test
    void partsWhoseIdsCannotBeSentAreNamedByTheirPlaceToo() throws Exception {
        String body = "--b\r\n\r\n"
                + Served.envelope("", "<t:carry xmlns:t='" + NAMESPACE + "'><arg0>x</arg0><arg1/></t:carry>")
                + Stream.of("<>", "<a b>", "<\u00e4>", "<q@test> (a comment)", "<part-1>")
                        .map(id -> "\r\n--b\r\nContent-ID: " + id + "\r\n\r\none")
                        .collect(Collectors.joining())
                + "\r\n--b--\r\n";
        HttpResponse<String> reply = post(weir, body);
        assertEquals(200, reply.statusCode(), reply.body());
        for (String each : List.of("part-1- 3 ", "part-2 3 ", "part-3 3 ", "q@test 3 ", "part-1 3 ")) {
            assertTrue(reply.body().contains(each), each + " in " + reply.body());
        }
    }

    @Test
    void theLimitsOfAMessageHold() throws Exception {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, new TrayBean());
        endpoint.getProperties().put("attachment-max-size", 100_000);
        try (Served server = Served.publish(endpoint)) {
            String body = "--b\r\n\r\n" + Served.envelope("", "<t:carry xmlns:t='" + NAMESPACE + "'/>")
                    + "\r\n--b\r\nContent-ID: <a>\r\n\r\n" + "x".repeat(100_000) + "\r\n--b--\r\n";
            HttpResponse<String> reply = post(server, body);
            assertEquals(413, reply.statusCode(), reply.body());
        }
    }

    private static HttpResponse<String> post(Served server, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address()))
                .header("Content-Type", "multipart/related; boundary=b; type=\"text/xml\"")
                .POST(BodyPublishers.ofString(body, StandardCharsets.ISO_8859_1))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
    }

    @Test
    void thoseOfAReplyAreThereUntilTheyAreClosed() throws Exception {
        Tray tray = client(Stack.WEIR, weir.address());
        exchange(tray, "text", content(3_000_000));
        DataHandler first =
                Objects.requireNonNull(attachments(response(tray), IN).get("back-first@test"));
        DataHandler second =
                Objects.requireNonNull(attachments(response(tray), IN).get("back-second@test"));
        ((Closeable) first.getDataSource()).close();
        assertArrayEquals(new byte[] {7}, read(second), "the file is there for the other one");
        ((Closeable) second.getDataSource()).close();
        assertThrows(UncheckedIOException.class, () -> read(second));
    }

    @Test
    void aFaultHasNone() throws Exception {
        Tray tray = client(Stack.WEIR, weir.address());
        request(tray).put(OUT, Map.of("a", handler(content(5))));
        assertThrows(SOAPFaultException.class, () -> tray.carry("fail", new byte[0]));
        assertNull(response(tray).get(IN));
        assertTrue(String.valueOf(response(tray).get(MessageContext.HTTP_RESPONSE_HEADERS))
                .contains("[text/xml"));
    }

    // ---------------------------------------------------------------- other programs

    private static <T> Dispatch<T> dispatch(String address, Class<T> type, Service.Mode mode) {
        var service = new WeirProvider().createServiceDelegate(null, SERVICE, Service.class);
        service.addPort(PORT, SOAPBinding.SOAP11HTTP_BINDING, address);
        Dispatch<T> made = service.createDispatch(PORT, type, mode);
        made.getRequestContext().put("attachment-directory", files.toString());
        made.getRequestContext().put("attachment-memory-threshold", 256 * 1024); // longer ones in files always
        return made;
    }

    @Test
    void aProviderAndADispatchHaveThemToo() throws Exception {
        try (Served server = served(new Payloads())) {
            Dispatch<Source> dispatch = dispatch(server.address(), Source.class, Service.Mode.PAYLOAD);
            Dispatch<SOAPMessage> messages = dispatch(server.address(), SOAPMessage.class, Service.Mode.MESSAGE);
            for (int length : LENGTHS) {
                Map<String, DataHandler> sent = Map.of("a", handler(content(length)));
                dispatch.getRequestContext().put(OUT, sent);
                var unused = dispatch.invoke(new StreamSource(new StringReader("<any/>")));
                assertEquals(seen("a", content(length)), seen(attachments(dispatch.getResponseContext(), IN)));
                Response<Source> later = dispatch.invokeAsync(new StreamSource(new StringReader("<any/>")));
                var answer = later.get(1, TimeUnit.MINUTES);
                assertEquals(seen("a", content(length)), seen(attachments(later.getContext(), IN)));

                SOAPMessage message = MessageFactory.newInstance().createMessage();
                message.getSOAPBody().addBodyElement(new QName("any"));
                messages.getRequestContext().put(OUT, sent);
                SOAPMessage reply = messages.invoke(message);
                assertArrayEquals(content(length), reply.getAttachments().next().getRawContentBytes(), "of " + length);
                assertEquals(seen("a", content(length)), seen(attachments(messages.getResponseContext(), IN)));
            }
        }
    }

    @Test
    void handlersOfBothEndsFindTheMapsAndAddToThem() throws Exception {
        Attaching ofServer = new Attaching(true, Map.of("s", handler(content(3_000_000))));
        Attaching ofClient = new Attaching(true, Map.of("c", handler(content(70_000))));
        try (Served server = served(new TrayBean(), ofServer)) {
            Tray tray = client(Stack.WEIR, server.address());
            ((BindingProvider) tray).getBinding().setHandlerChain(List.of(ofClient));
            Map<String, DataHandler> sent = Map.of("p", handler(content(5)));
            request(tray).put(OUT, sent);
            assertEquals(seen("c", content(70_000)) + seen("p", content(5)) + "x0", tray.carry("x", new byte[0]));
            assertEquals(List.of(Set.of("p")), ofClient.found);
            assertEquals(List.of(Set.of("back-c", "back-p")), ofServer.found);
            assertEquals(
                    seen("back-c", content(70_000)) + seen("back-p", content(5)) + seen("s", content(3_000_000)),
                    seen(attachments(response(tray), IN)));
            assertEquals(1, sent.size());
            assertEquals(sent, request(tray).get(OUT), "the program's own map stays as it is");
        }
    }

    // ---------------------------------------------------------------- what cannot be sent

    @Test
    void whatCannotBeSentIsRefusedByName() throws Exception {
        Tray tray = client(Stack.WEIR, weir.address());
        DataHandler handler = handler(content(5));
        Map<Object, String> wrong = new LinkedHashMap<>();
        wrong.put(List.of(handler), "must be a Map of String and DataHandler");
        wrong.put(Map.of(1, handler), "has a key that is no String, but a java.lang.Integer");
        wrong.put(
                Map.of("a", "text"),
                "must have values of type DataHandler, but one of its values is a java.lang.String");
        wrong.put(Map.of("", handler), "no Content-ID");
        wrong.put(Map.of("two words", handler), "\"two words\"");
        wrong.put(Map.of("a\r\nX-Injected: b", handler), "\"a  X-Injected: b\"");
        wrong.put(Map.of("a>", handler), "no Content-ID");
        wrong.put(Map.of("cid:a", handler), "without cid:");
        wrong.put(Map.of("\u00e4", handler), "characters of ASCII");
        wrong.put(Map.of("a", handler, "<a>", handler), "the same Content-ID: a");
        for (boolean handled : List.of(false, true)) {
            ((BindingProvider) tray)
                    .getBinding()
                    .setHandlerChain(handled ? List.of(new Attaching(true, Map.of())) : List.of());
            wrong.forEach((value, named) -> {
                request(tray).put(OUT, value);
                String said = assertThrows(WebServiceException.class, () -> tray.carry("x", new byte[0]))
                        .getMessage();
                assertTrue(said.contains(OUT), said);
                assertTrue(said.contains(named), said);
            });
        }
    }

    @Test
    void theSameIdInTheMapAndInTheSoapMessageIsRefused() throws Exception {
        Tray tray = client(Stack.WEIR, weir.address());
        Map<String, DataHandler> given = Map.of("a", handler(content(5)));
        ((BindingProvider) tray).getBinding().setHandlerChain(List.of(new Attaching(false, given)));
        request(tray).put(OUT, given);
        String said = assertThrows(WebServiceException.class, () -> tray.carry("x", new byte[0]))
                .getMessage();
        assertTrue(said.contains(OUT) && said.contains("as its Content-ID: a"), said);
    }

    @Test
    void aServiceLearnsWhatCannotBeSentWhereItPutsItAndItsCallerGetsAFault() throws Exception {
        Tray tray = client(Stack.WEIR, weir.address());
        SOAPFaultException fault = assertThrows(SOAPFaultException.class, () -> tray.carry("wrong", new byte[0]));
        assertTrue(fault.getMessage().contains("log"), fault.getMessage());
        String said = tray.carry("not a map", new byte[0]);
        assertTrue(said.contains(OUT + " must be a Map"), said);
    }
}
