package dev.weir.composite.runtime;

import com.sun.net.httpserver.HttpServer;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowSummary;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.ManualTime;
import dev.weir.xml.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server with composites of one contract: {@code ask}, which is answered, and {@code tell}, which is not; each with an
 * order as text. The processes may notify a partner outside, whose post is in {@link #notified}.
 */
final class OrderDesk implements AutoCloseable {
    private static final String WSDL = """
            <definitions targetNamespace="urn:desk" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:desk"
                         xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype"
                         xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <plnk:partnerLinkType name="Desk"><plnk:role name="desk" portType="t:Desk"/></plnk:partnerLinkType>
              <plnk:partnerLinkType name="Later">
                <plnk:role name="later" portType="t:Later"/><plnk:role name="laterBack" portType="t:LaterBack"/>
              </plnk:partnerLinkType>
              <types>
                <xsd:schema targetNamespace="urn:desk">
                  <xsd:element name="order" type="xsd:string"/>
                  <xsd:element name="note" type="xsd:string"/>
                  <xsd:element name="answer" type="xsd:string"/>
                  <xsd:element name="ticket" type="xsd:string"/>
                  <xsd:element name="stamp" type="xsd:string"/>
                </xsd:schema>
              </types>
              <message name="order"><part name="body" element="t:order"/></message>
              <message name="note"><part name="body" element="t:note"/></message>
              <message name="headers">
                <part name="ticket" element="t:ticket"/><part name="stamp" element="t:stamp"/>
              </message>
              <message name="answer"><part name="body" element="t:answer"/></message>
              <portType name="Desk">
                <operation name="ask"><input message="t:order"/><output message="t:answer"/>
                  <fault name="tooDear" message="t:note"/><fault name="soldOut" message="t:note"/>
                </operation>
                <operation name="tell"><input message="t:note"/></operation>
              </portType>
              <portType name="Later">
                <operation name="begin"><input message="t:note"/></operation>
              </portType>
              <portType name="LaterBack">
                <operation name="done"><input message="t:note"/></operation>
              </portType>
            </definitions>
            """;

    private static final String FAULT =
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><s:Fault>"
                    + "<faultcode>s:Server</faultcode><faultstring>no such order</faultstring></s:Fault></s:Body></s:Envelope>";

    final Store store;
    final CompositeRuntime runtime;
    final Path data;
    /** What the partner outside was sent, as it came. */
    final BlockingQueue<String> notified = new LinkedBlockingQueue<>();
    /** The envelopes of these. */
    final BlockingQueue<String> envelopes = new LinkedBlockingQueue<>();
    /** So many messages the partner refuses before it answers again. */
    final AtomicInteger partnerFails = new AtomicInteger();
    /** So many messages the partner answers by a SOAP fault before it takes them again. */
    final AtomicInteger partnerFaults = new AtomicInteger();
    /** That fault. */
    volatile String partnerFault = FAULT;
    /** The partner answers when this is completed. */
    volatile CompletableFuture<Void> partnerAnswers = CompletableFuture.completedFuture(null);

    /** What the partner answers, as XML in its element. */
    volatile String partnerAnswer = "partner";

    private String serviceProperties = "";
    private String soap12 = "";
    private String revision = "1.0";
    private final Map<String, String> businessEvents = new HashMap<>();
    private final Path folder;
    private @Nullable Composite composite;
    private final HttpTransport transport;
    private final dev.weir.soap.http.HttpServer http;
    private final HttpServer partner;
    private final HttpClient client = HttpClient.newHttpClient();

    OrderDesk(Path folder) {
        this(folder, RuntimeSettings.DEFAULT);
    }

    OrderDesk(Path folder, RuntimeSettings given) {
        this(folder, given, InstantSource.system());
    }

    /** Whether what can only fail when it is reached is deployed. */
    boolean lenient;

    /** A desk where nothing that is due later happens until the test moves the time. */
    OrderDesk(Path folder, ManualTime time) {
        this(folder, RuntimeSettings.DEFAULT, time);
        time.onAdvance(runtime::clockMoved);
    }

    /** @param given its partner may be named by messages, too */
    private OrderDesk(Path folder, RuntimeSettings given, InstantSource clock) {
        RuntimeSettings settings = given.withCallbacks(given.callbacks().with(List.of("localhost", "127.0.0.1")));
        try {
            this.folder = folder;
            data = folder.resolve("data");
            store = SqliteStore.open(data, clock);
            transport = HttpTransport.start();
            http = transport.listen(
                    "localhost",
                    0,
                    HttpServerLimits.DEFAULT,
                    request -> CompletableFuture.completedFuture(HttpReply.text(404, "nothing here")));
            partner = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            partner.setExecutor(Executors.newCachedThreadPool());
            partner.createContext("/", exchange -> {
                String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                envelopes.add(body);
                notified.add(text(body));
                partnerAnswers.join();
                if (partnerFails.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                    exchange.sendResponseHeaders(500, -1);
                    exchange.close();
                    return;
                }
                exchange.getResponseHeaders().set("Content-Type", "text/xml");
                if (partnerFaults.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                    byte[] fault = partnerFault.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(500, fault.length);
                    exchange.getResponseBody().write(fault);
                    exchange.close();
                    return;
                }
                byte[] answer = envelope("answer", partnerAnswer, "<d:stamp xmlns:d='urn:desk'>partner's</d:stamp>")
                        .getBytes(StandardCharsets.UTF_8);
                boolean asked = body.contains("order");
                exchange.sendResponseHeaders(asked ? 200 : 202, asked ? answer.length : -1);
                if (asked) {
                    exchange.getResponseBody().write(answer);
                }
                exchange.close();
            });
            partner.start();
            runtime = new CompositeRuntime(store, http, transport.client(HttpClientLimits.DEFAULT), settings, clock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A process of the desk's contract; {@code Out} leads to the partner, {@code Next} to another process. */
    static String process(String name, String operation, String body) {
        return """
                <process name="%s" targetNamespace="urn:desk" xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                         xmlns:t="urn:desk" xmlns:bpelx="http://schemas.oracle.com/bpel/extension"
                         xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                  <import namespace="urn:desk" location="Desk.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks>
                    <partnerLink name="client" partnerLinkType="t:Desk" myRole="desk"/>
                    <partnerLink name="Out" partnerLinkType="t:Desk" partnerRole="desk"/>
                    <partnerLink name="Next" partnerLinkType="t:Desk" partnerRole="desk"/>
                  </partnerLinks>
                  <variables>
                    <variable name="order" element="t:%s"/>
                    <variable name="question" element="t:order"/>
                    <variable name="note" element="t:note"/>
                    <variable name="answer" element="t:answer"/>
                    <variable name="i" type="xsd:int"/>
                    <variable name="text" type="xsd:string"/>
                    <variable name="headers" messageType="t:headers"/>
                    <variable name="stamp" element="t:stamp"/>
                  </variables>
                  <sequence>
                    <receive name="Start" partnerLink="client" operation="%s" variable="order" createInstance="yes"/>
                    <assign name="Prepare">
                      <copy><from>string($order)</from><to>$question</to></copy>
                      <copy><from>string($order)</from><to>$note</to></copy>
                      <copy><from>concat('done ', $order)</from><to>$answer</to></copy>
                    </assign>
                    %s
                  </sequence>
                </process>
                """.formatted(name, operation.equals("ask") ? "order" : "note", operation, body);
    }

    static final String REPLY = "<reply partnerLink='client' operation='ask' variable='answer'/>";
    static final String TELL_OUT = "<invoke name='TellOut' partnerLink='Out' operation='tell' inputVariable='note'/>";
    static final String ASK_OUT =
            "<invoke name='AskOut' partnerLink='Out' operation='ask' inputVariable='question' outputVariable='answer'/>";
    static final String ASK_NEXT =
            "<invoke name='AskNext' partnerLink='Next' operation='ask' inputVariable='question' outputVariable='answer'/>";

    /** A component of a composite: a sub-process or a mediator where its document is one. */
    record Part(String name, String document, Map<String, String> properties) {
        String file() {
            return name + (isMediator() ? ".mplan" : document.contains(":subProcess ") ? ".sbpel" : ".bpel");
        }

        boolean isMediator() {
            return document.contains("<Mediator ");
        }
    }

    /** A property of the service of composites that are deployed from now on. */
    void serviceProperty(String name, String value) {
        serviceProperties += "<property name='" + name + "'>" + value + "</property>";
    }

    /** Lets the services of composites that are deployed from now on take SOAP 1.2 too. */
    void takeSoap12() {
        soap12 = "<binding.ws port='urn:desk#wsdl.endpoint(Desk/DeskPort12)' soapVersion='1.2'/>";
    }

    /** A file of a composite that is deployed later. */
    void file(String composite, String name, String content) {
        try {
            Path place = Files.createDirectories(folder.resolve("composites").resolve(composite + revision));
            Files.writeString(place.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The revision of composites that are deployed from now on. */
    void revision(String value) {
        revision = value;
    }

    /** The {@code business-events} of a component of that name; the events are {@code e:Ordered} and {@code e:Noted}. */
    void businessEvents(String component, String content) {
        businessEvents.put(component, content);
    }

    /** What is wrong with the composite deployed last, and does not keep it from running. */
    List<String> warnings() {
        return CompositeCompiler.check(Objects.requireNonNull(composite), false).warnings().stream()
                .map(Problem::toString)
                .toList();
    }

    /** Deploys a composite whose first component is at its service, and calls the second. */
    void deploy(String name, Part... parts) {
        StringBuilder components = new StringBuilder();
        StringBuilder wires = new StringBuilder();
        try {
            Path place = Files.createDirectories(folder.resolve("composites").resolve(name + revision));
            Files.writeString(place.resolve("Desk.wsdl"), WSDL);
            Files.writeString(place.resolve("Desk.edl"), """
                    <definitions xmlns="http://schemas.oracle.com/events/edl" targetNamespace="urn:desk:events"
                                 xmlns:t="urn:desk">
                      <event-definition name="Ordered"><content element="t:order"/></event-definition>
                      <event-definition name="Noted"><content element="t:note"/></event-definition>
                    </definitions>
                    """);
            for (int i = 0; i < parts.length; i++) {
                Part part = parts[i];
                Files.writeString(place.resolve(part.file()), part.document);
                Files.writeString(place.resolve(part.name + ".componentType"), """
                        <componentType xmlns="http://xmlns.oracle.com/sca/1.0" xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                          <service name="client" ui:wsdlLocation="Desk.wsdl">
                            <interface.wsdl interface="urn:desk#wsdl.interface(Desk)"%s/>
                          </service>
                          %s
                          <reference name="Out" ui:wsdlLocation="Desk.wsdl">
                            <interface.wsdl interface="urn:desk#wsdl.interface(Desk)"/>
                          </reference>
                          <reference name="Next" ui:wsdlLocation="Desk.wsdl">
                            <interface.wsdl interface="urn:desk#wsdl.interface(Desk)"/>
                          </reference>
                        </componentType>
                        """.formatted(
                                part.isMediator() ? BACK : "", later(part)));
                components.append("<component name='" + part.name + "' version='2.0'><implementation."
                        + (part.isMediator() ? "mediator" : "bpel") + " src='" + part.file() + "'/>");
                part.properties.forEach((key, value) -> components.append(
                        "<property name='bpel.config." + key + "' many='false'>" + value + "</property>"));
                components.append("<business-events xmlns:e='urn:desk:events'>"
                        + businessEvents.getOrDefault(part.name, "") + "</business-events></component>");
                wires.append(wire(part.name + "/Out", "Partner"));
                if (part.isMediator() && !later(part).isEmpty()) {
                    wires.append(wire(part.name + "/Later", parts[i + 1].name + "/later"));
                }
                wires.append(
                        wire(part.name + "/Next", i + 1 < parts.length ? parts[i + 1].name + "/client" : "Partner"));
            }
            Files.writeString(place.resolve("composite.xml"), """
                    <composite name="%s" revision="%s" xmlns="http://xmlns.oracle.com/sca/1.0"
                               xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                      <import namespace="urn:desk" location="Desk.wsdl" importType="wsdl"/>
                      <import namespace="urn:desk:events" location="Desk.edl" importType="edl"/>
                      <service name="Desk" ui:wsdlLocation="Desk.wsdl">
                        <interface.wsdl interface="urn:desk#wsdl.interface(Desk)"%s/>
                        <binding.ws port="urn:desk#wsdl.endpoint(Desk/DeskPort)">%s</binding.ws>%s
                      </service>
                      %s
                      <reference name="Partner" ui:wsdlLocation="Desk.wsdl">
                        <interface.wsdl interface="urn:desk#wsdl.interface(Desk)"/>
                        <binding.ws port="urn:desk#wsdl.endpoint(Desk/DeskPort)" location="http://localhost:%d/"/>
                      </reference>
                      %s%s
                    </composite>
                    """.formatted(
                            name,
                            revision,
                            parts[0].isMediator() ? BACK : "",
                            serviceProperties,
                            soap12,
                            components,
                            partner.getAddress().getPort(),
                            wire("Desk", parts[0].name + "/client"),
                            wires));
            composite = Composite.load(Archive.open(place), Archive.NOWHERE, CompositeValues.NONE, lenient);
            runtime.deploy(composite);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final String BACK = " callbackInterface='urn:desk#wsdl.interface(LaterBack)'";

    /** The interface of processes that answer by a callback, and of mediators that call them. */
    private static String later(Part part) {
        if (!part.document.contains(part.isMediator() ? "reference='Later'" : "t:Later'")) {
            return "";
        }
        String kind = part.isMediator() ? "reference" : "service";
        return "<" + kind + " name='" + (part.isMediator() ? "Later" : "later") + "' ui:wsdlLocation='Desk.wsdl'>"
                + "<interface.wsdl interface='urn:desk#wsdl.interface(Later)'" + BACK + "/></" + kind + ">";
    }

    /** A process that answers by a callback, after what is to be done before. */
    static String later(String name, String before) {
        return """
                <process name="%s" targetNamespace="urn:desk" xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                         xmlns:t="urn:desk">
                  <import namespace="urn:desk" location="Desk.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks>
                    <partnerLink name="later" partnerLinkType='t:Later' myRole="later" partnerRole="laterBack"/>
                  </partnerLinks>
                  <variables><variable name="note" element="t:note"/></variables>
                  <sequence>
                    <receive partnerLink="later" operation="begin" variable="note" createInstance="yes"/>
                    %s
                    <assign><copy><from>concat('back ', $note)</from><to>$note</to></copy></assign>
                    <invoke partnerLink="later" operation="done" inputVariable="note"/>
                  </sequence>
                </process>
                """.formatted(name, before);
    }

    private static String wire(String source, String target) {
        return "<wire><source.uri>" + source + "</source.uri><target.uri>" + target + "</target.uri></wire>";
    }

    String partnerUrl() {
        return "http://localhost:" + partner.getAddress().getPort() + "/";
    }

    private static String envelope(String element, String text, String headers) {
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>" + headers
                + "</s:Header><s:Body><t:" + element
                + " xmlns:t='urn:desk'>" + text + "</t:" + element + "></s:Body></s:Envelope>";
    }

    /** The text of the message's body. */
    static String text(String envelope) {
        return envelope.replaceAll("(?s)^.*?Body>|</[^>]*Body>.*$", "")
                .replaceAll("<[^>]*>", "")
                .strip();
    }

    CompletableFuture<HttpResponse<String>> sendLater(String composite, String operation, String order) {
        return sendLater(composite, operation, order, "");
    }

    /** @param headers header blocks */
    CompletableFuture<HttpResponse<String>> sendLater(
            String composite, String operation, String order, String headers) {
        return post(composite, "text/xml", envelope(operation.equals("ask") ? "order" : "note", order, headers));
    }

    /** Sends an {@code ask} in an envelope of SOAP 1.2. */
    HttpResponse<String> askAsSoap12(String composite, String order) {
        String envelope = envelope("order", order, "")
                .replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
        return post(composite, "application/soap+xml", envelope).join();
    }

    private CompletableFuture<HttpResponse<String>> post(String composite, String contentType, String envelope) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://localhost:" + http.port() + "/soa-infra/services/default/"
                                + composite + "/Desk"))
                        .header("Content-Type", contentType)
                        .POST(HttpRequest.BodyPublishers.ofString(envelope))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> send(String composite, String operation, String order) {
        return sendLater(composite, operation, order).join();
    }

    String ask(String composite, String order) {
        HttpResponse<String> reply = send(composite, "ask", order);
        return reply.statusCode() + " " + text(reply.body());
    }

    List<FlowSummary> flows(String composite) {
        return flows(store, composite);
    }

    static List<FlowSummary> flows(Store store, String composite) {
        return store.flows(
                new FlowFilter(null, new CompositeRevision("default", composite, "1.0"), null, null), 0, 10_000);
    }

    /** What the store would hold after the machine had died just now: its files are copied as they are. */
    Store afterACrash() {
        Path copy = folder.resolve("crashed-" + System.nanoTime());
        try (Stream<Path> files = Files.list(data)) {
            Files.createDirectories(copy);
            for (Path file : files.filter(file -> file.getFileName().toString().startsWith("weir.db"))
                    .toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return SqliteStore.open(copy);
    }

    @Override
    public void close() {
        runtime.close();
        http.close();
        store.close();
        transport.close();
        partner.stop(0);
    }
}
