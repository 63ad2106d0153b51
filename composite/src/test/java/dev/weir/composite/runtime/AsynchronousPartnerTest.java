package dev.weir.composite.runtime;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.deployment.Change;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.http.PeerPolicy;
import dev.weir.store.AuditEvent;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.Store;
import dev.weir.store.Store.RouteOutcome;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.ManualTime;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A partner outside that answers later: where it is told to by ReplyTo, and to the instance that asked. */
class AsynchronousPartnerTest {
    private static final String WSA = "http://www.w3.org/2005/08/addressing";
    private static final String WSA_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

    private static final String WSDL = """
            <definitions targetNamespace="urn:quotes" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:quotes"
                         xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype"
                         xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <plnk:partnerLinkType name="Quotes">
                <plnk:role name="asked" portType="t:Quotes"/><plnk:role name="asking" portType="t:QuotesCallback"/>
              </plnk:partnerLinkType>
              <types>
                <xsd:schema targetNamespace="urn:quotes">
                  <xsd:element name="request" type="xsd:string"/><xsd:element name="quote" type="xsd:string"/>
                </xsd:schema>
              </types>
              <message name="request"><part name="body" element="t:request"/></message>
              <message name="quote"><part name="body" element="t:quote"/></message>
              <portType name="Quotes"><operation name="ask"><input message="t:request"/></operation></portType>
              <portType name="QuotesCallback"><operation name="answer"><input message="t:quote"/></operation></portType>
            </definitions>""";

    private static final String PROCESS = """
            <process name="P" targetNamespace="urn:quotes" xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                     xmlns:t="urn:quotes" xmlns:bpelx="http://schemas.oracle.com/bpel/extension"
                     xmlns:xsd="http://www.w3.org/2001/XMLSchema"
                     xmlns:sref="http://docs.oasis-open.org/wsbpel/2.0/serviceref">
              <import namespace="urn:quotes" location="Quotes.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <partnerLinks>
                <partnerLink name="client" partnerLinkType="t:Quotes" myRole="asked"/>
                <partnerLink name="Out" partnerLinkType="t:Quotes" partnerRole="asked" myRole="asking"/>
              </partnerLinks>
              <variables>
                <variable name="request" element="t:request"/><variable name="quote" element="t:quote"/>
              </variables>
              <sequence>
                <receive partnerLink="client" operation="ask" variable="request" createInstance="yes"/>
                %s
                <invoke partnerLink="Out" operation="ask" inputVariable="request">%s</invoke>
                <receive partnerLink="Out" operation="answer" variable="quote"/>
                <if><condition>not(contains($quote, $request))</condition><exit/></if>
              </sequence>
            </process>""";

    private static final PeerPolicy LOCAL = PeerPolicy.PUBLIC.with(List.of("localhost"));

    @TempDir
    Path folder;

    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer partner;
    private HttpTransport transport;
    private dev.weir.soap.http.HttpServer http;
    private Store store;
    private CompositeRuntime runtime;

    @BeforeEach
    void open() throws IOException {
        partner = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        partner.createContext("/", exchange -> {
            asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        partner.start();
        start(0);
    }

    private void start(int port) throws IOException {
        start(port, LOCAL);
    }

    private void start(int port, PeerPolicy peers) throws IOException {
        start(port, peers, InstantSource.system());
    }

    private void start(int port, PeerPolicy peers, InstantSource clock) throws IOException {
        store = SqliteStore.open(folder.resolve("data"), clock);
        transport = HttpTransport.start();
        http = transport.listen(
                "localhost",
                port,
                HttpServerLimits.DEFAULT,
                request -> CompletableFuture.completedFuture(HttpReply.text(404, "nothing here")));
        runtime = new CompositeRuntime(
                store,
                http,
                transport.client(HttpClientLimits.DEFAULT),
                RuntimeSettings.DEFAULT.withCallbacks(peers),
                clock);
    }

    @AfterEach
    void close() {
        stop();
        partner.stop(0);
    }

    private void stop() {
        runtime.close();
        http.close();
        store.close();
        transport.close();
    }

    private String partnerUrl() {
        return "http://localhost:" + partner.getAddress().getPort() + "/";
    }

    /** @param before the invoke, within the sequence */
    private void deploy(String before, String properties, String location, String bindingProperties)
            throws IOException {
        String written = location.isEmpty() ? "" : " location='" + location + "'";
        deploy(
                before,
                properties,
                "<binding.ws port='urn:quotes#wsdl.endpoint(Partner/PartnerPort)'" + written + ">" + bindingProperties
                        + "</binding.ws><callback><binding.ws port='urn:quotes#wsdl.endpoint(Partner/CallbackPort)'/>"
                        + "</callback>",
                CompositeValues.NONE);
    }

    private void deploy(String before, String properties, String bindings, CompositeValues values) throws IOException {
        Path place = Files.createDirectories(folder.resolve("Shop"));
        Files.writeString(place.resolve("Quotes.wsdl"), WSDL);
        Files.writeString(place.resolve("P.bpel"), PROCESS.formatted(before, properties));
        String contract = "<interface.wsdl interface='urn:quotes#wsdl.interface(Quotes)'";
        String both = contract + " callbackInterface='urn:quotes#wsdl.interface(QuotesCallback)'/>";
        Files.writeString(place.resolve("P.componentType"), """
                <componentType xmlns="http://xmlns.oracle.com/sca/1.0" xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                  <service name="client" ui:wsdlLocation="Quotes.wsdl">%s/></service>
                  <reference name="Out" ui:wsdlLocation="Quotes.wsdl">%s</reference>
                </componentType>""".formatted(contract, both));
        Files.writeString(place.resolve("composite.xml"), """
                <composite name="Shop" revision="1.0" xmlns="http://xmlns.oracle.com/sca/1.0"
                           xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                  <service name="Desk" ui:wsdlLocation="Quotes.wsdl">%s/>
                    <binding.ws port="urn:quotes#wsdl.endpoint(Desk/DeskPort)"/>
                  </service>
                  <component name="P" version="2.0"><implementation.bpel src="P.bpel"/></component>
                  <reference name="Partner" ui:wsdlLocation="Quotes.wsdl">%s
                    %s
                  </reference>
                  <wire><source.uri>Desk</source.uri><target.uri>P/client</target.uri></wire>
                  <wire><source.uri>P/Out</source.uri><target.uri>Partner</target.uri></wire>
                </composite>""".formatted(contract, both, bindings));
        runtime.deploy(Composite.load(Archive.open(place), Archive.NOWHERE, values, false));
        runtime.start();
    }

    private static String plan(String answers) {
        return "<Mediator name='M' xmlns='http://xmlns.oracle.com/sca/1.0/mediator'><operation name='ask'"
                + " deliveryPolicy='AllOrNothing' priority='4' validateSchema='false'><switch>"
                + "<case executionType='direct' name='begin'><action><invoke reference='Out' operation='ask'>" + answers
                + "</invoke></action></case></switch></operation></Mediator>";
    }

    /** A mediator between the same service and the same partner; its reference {@code Log} leads to the partner, too. */
    private void deployMediator(String answers) throws IOException {
        Path place = Files.createDirectories(folder.resolve("Shop"));
        Files.writeString(place.resolve("Quotes.wsdl"), WSDL);
        Files.writeString(place.resolve("M.mplan"), plan(answers));
        String contract = "<interface.wsdl interface='urn:quotes#wsdl.interface(Quotes)'";
        String both = contract + " callbackInterface='urn:quotes#wsdl.interface(QuotesCallback)'/>";
        Files.writeString(place.resolve("M.componentType"), """
                <componentType xmlns="http://xmlns.oracle.com/sca/1.0" xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                  <service name="M" ui:wsdlLocation="Quotes.wsdl">%s</service>
                  <reference name="Out" ui:wsdlLocation="Quotes.wsdl">%s</reference>
                  <reference name="Log" ui:wsdlLocation="Quotes.wsdl">%s/></reference>
                </componentType>""".formatted(both, both, contract));
        Files.writeString(
                place.resolve("composite.xml"), """
                <composite name="Shop" revision="1.0" xmlns="http://xmlns.oracle.com/sca/1.0"
                           xmlns:ui="http://xmlns.oracle.com/soa/designer/">
                  <service name="Desk" ui:wsdlLocation="Quotes.wsdl">%s
                    <binding.ws port="urn:quotes#wsdl.endpoint(Desk/DeskPort)"/>
                    <callback><binding.ws port="urn:quotes#wsdl.endpoint(Desk/BackPort)"/></callback>
                  </service>
                  <component name="M"><implementation.mediator src="M.mplan"/></component>
                  <reference name="Partner" ui:wsdlLocation="Quotes.wsdl">%s
                    <binding.ws port="urn:quotes#wsdl.endpoint(Partner/PartnerPort)" location="%s"/>
                    <callback><binding.ws port="urn:quotes#wsdl.endpoint(Partner/CallbackPort)"/></callback>
                  </reference>
                  <reference name="Log" ui:wsdlLocation="Quotes.wsdl">%s/>
                    <binding.ws port="urn:quotes#wsdl.endpoint(Partner/PartnerPort)" location="%s"/>
                  </reference>
                  <wire><source.uri>Desk</source.uri><target.uri>M/M</target.uri></wire>
                  <wire><source.uri>M/Out</source.uri><target.uri>Partner</target.uri></wire>
                  <wire><source.uri>M/Log</source.uri><target.uri>Log</target.uri></wire>
                </composite>""".formatted(both, both, partnerUrl(), contract, partnerUrl()));
        runtime.deploy(Composite.load(Archive.open(place), Archive.NOWHERE, Map.of()));
        runtime.start();
    }

    private int post(String url, String headers, String body) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Content-Type", "text/xml")
                                .POST(HttpRequest.BodyPublishers.ofString(
                                        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>"
                                                + headers + "</s:Header><s:Body>" + body + "</s:Body></s:Envelope>"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private void ask(String what) throws Exception {
        assertEquals(202, ask(what, ""));
    }

    private int ask(String what, String headers) throws Exception {
        return post(
                "http://localhost:" + http.port() + "/soa-infra/services/default/Shop/Desk",
                headers,
                "<q:request xmlns:q='urn:quotes'>" + what + "</q:request>");
    }

    private String nextAsked() throws Exception {
        String envelope = asked.poll(60, TimeUnit.SECONDS);
        assertTrue(envelope != null, "the partner is asked");
        return envelope;
    }

    /** A server that stops before it has recorded that a message was taken sends it once more. */
    private String nextAskedAfter(String question) throws Exception {
        String next = nextAsked();
        return header(next, "MessageID").equals(header(question, "MessageID")) ? nextAsked() : next;
    }

    private static String header(String envelope, String name) {
        Matcher matcher = Pattern.compile("<[^<>]*\\b" + name + "\\b[^<>]*>(?:<[^<>]*Address[^<>]*>)?([^<]+)<")
                .matcher(envelope);
        assertTrue(matcher.find(), () -> "no " + name + " in " + envelope);
        return matcher.group(1);
    }

    private int answer(String question, String version, String text) throws Exception {
        return answerWith(
                "<a:RelatesTo xmlns:a='" + version + "'>" + header(question, "MessageID") + "</a:RelatesTo>",
                question,
                text);
    }

    private int answerWith(String headers, String question, String text) throws Exception {
        return post(header(question, "ReplyTo"), headers, "<q:quote xmlns:q='urn:quotes'>" + text + "</q:quote>");
    }

    private List<FlowSummary> flows(FlowState state) {
        return store.flows(new FlowFilter(state, null, null, null), 0, 100);
    }

    private void untilEnded(FlowState state, int count) {
        eventually(
                () -> count + " flows are " + state + ": " + flowsInWords(),
                () -> flows(state).size() >= count);
    }

    /** Then a restart repeats none. */
    private void untilNoCallIsOpen() {
        eventually(
                () -> "no call is open: " + flowsInWords(), () -> store.counts().openCalls() == 0);
    }

    private String flowsInWords() {
        StringBuilder text = new StringBuilder();
        for (FlowSummary flow : store.flows(new FlowFilter(null, null, null, null), 0, 100)) {
            text.append(flow.state()).append(": ");
            for (AuditEvent event : store.history(flow.flow())) {
                text.append(event.kind()).append(' ').append(event.detail()).append("; ");
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {WSA, WSA_2004})
    void answersInAnyOrderFindTheInstancesThatAsked(String version) throws Exception {
        deploy("", "", partnerUrl(), "");
        ask("pears");
        String pears = nextAsked();
        ask("plums");
        String plums = nextAsked();
        assertEquals(202, answer(plums, version, "plums: 3"));
        assertEquals(202, answer(pears, version, "pears: 2"));
        untilEnded(FlowState.COMPLETED, 2);
        assertEquals(List.of(), flows(FlowState.FAULTED));
    }

    /** WS-Addressing 1.0 Core, section 3.1; the submission of August 2004, section 3.1. */
    private static final String BEFORE =
            "<a:RelatesTo xmlns:a='" + WSA + "' RelationshipType='urn:me:before'>%s</a:RelatesTo>";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a:RelatesTo xmlns:a='" + WSA + "'>urn:you:1</a:RelatesTo><a:RelatesTo xmlns:a='" + WSA
                        + "'>%s</a:RelatesTo>",
                "<a:RelatesTo xmlns:a='" + WSA + "' RelationshipType='urn:me:before'>urn:you:1</a:RelatesTo>"
                        + "<a:RelatesTo xmlns:a='" + WSA + "' RelationshipType='" + WSA + "/reply'>%s</a:RelatesTo>",
                "<a:RelatesTo xmlns:a='" + WSA_2004 + "' RelationshipType='a:Before'>urn:you:1</a:RelatesTo>"
                        + "<a:RelatesTo xmlns:a='" + WSA_2004 + "' RelationshipType='a:Reply'>%s</a:RelatesTo>",
                "<RelatesTo xmlns='" + WSA_2004 + "' RelationshipType='" + WSA_2004 + "/reply'>%s</RelatesTo>"
            })
    void ofAllThatAnAnswerRelatesToThatIsItsQuestionToWhichItIsAReply(String relations) throws Exception {
        deploy("", "", partnerUrl(), "");
        ask("pears");
        String question = nextAsked();
        assertEquals(202, answerWith(BEFORE.formatted(header(question, "MessageID")), question, "plums: 9"));
        assertEquals(202, answerWith(relations.formatted(header(question, "MessageID")), question, "pears: 2"));
        untilEnded(FlowState.COMPLETED, 1);
        assertEquals(List.of(), flows(FlowState.TERMINATED), "what is no reply is taken by nobody");
    }

    @Test
    void anAnswerToSeveralQuestionsGoesToTheFirstThatStillWaits() throws Exception {
        deploy("", "", partnerUrl(), "");
        ask("pears");
        String pears = nextAsked();
        ask("plums");
        String plums = nextAsked();
        assertEquals(202, answer(pears, WSA, "pears: 2"));
        untilEnded(FlowState.COMPLETED, 1);
        String both = "<a:RelatesTo xmlns:a='" + WSA + "'>" + header(pears, "MessageID") + "</a:RelatesTo>"
                + "<a:RelatesTo xmlns:a='" + WSA + "'>" + header(plums, "MessageID") + "</a:RelatesTo>";
        assertEquals(202, answerWith(both, plums, "plums: 3"));
        untilEnded(FlowState.COMPLETED, 2);
    }

    @Test
    void anAnswerAfterARestartFindsItsInstance() throws Exception {
        deploy("", "", partnerUrl(), "");
        ask("pears");
        String question = nextAsked();
        int port = http.port();
        stop();
        start(port);
        deploy("", "", partnerUrl(), "");
        assertEquals(1, flows(FlowState.RUNNING).size(), "it waits, and is seen to");
        assertEquals(202, answer(question, WSA, "pears: 2"));
        untilEnded(FlowState.COMPLETED, 1);
    }

    @Test
    void anAnswerForARetiredRevisionFindsItsInstanceAndNothingNewBegins() throws Exception {
        deploy("", "", partnerUrl(), "");
        ask("pears");
        String question = nextAsked();
        runtime.change(new CompositeRevision("default", "Shop", "1.0"), Change.RETIRE);
        assertEquals(503, ask("plums", ""));
        assertEquals(202, answer(question, WSA, "pears: 2"));
        untilEnded(FlowState.COMPLETED, 1);
        assertEquals(
                1, store.flows(new FlowFilter(null, null, null, null), 0, 100).size());
    }

    private static final String BACK_TO_THE_CALLER =
            "<onCallback operation='answer'><callback operation='answer'/></onCallback>";

    private String me() {
        return "<a:MessageID xmlns:a='" + WSA + "'>urn:me:1</a:MessageID><a:ReplyTo xmlns:a='" + WSA + "'><a:Address>"
                + partnerUrl() + "</a:Address></a:ReplyTo>";
    }

    @ParameterizedTest
    @ValueSource(strings = {WSA, WSA_2004})
    void aMediatorTakesTheAnswerAndCallsItsOwnCallerBack(String version) throws Exception {
        deployMediator(BACK_TO_THE_CALLER);
        assertEquals(202, ask("pears", me()));
        String question = nextAsked();
        assertTrue(header(question, "ReplyTo").endsWith("/default/Shop!1.0/Partner"), question);
        assertTrue(header(question, "MessageID").startsWith("urn:weir:call:"), question);

        String other = "<a:RelatesTo xmlns:a='" + version + "'>urn:you:1</a:RelatesTo>";
        String own = other.replace("urn:you:1", header(question, "MessageID"));
        assertEquals(500, answerWith(BEFORE.formatted(header(question, "MessageID")), question, "no reply"));
        assertEquals(202, answerWith(other + own, question, "pears: 2"));

        String back = nextAsked();
        assertTrue(back.contains(">pears: 2<"), back);
        assertEquals("urn:me:1", header(back, "RelatesTo"));
        untilEnded(FlowState.COMPLETED, 1);
    }

    @Test
    void aPartnerBehindADirectBindingIsAskedBySoapAndCallsBack() throws Exception {
        deploy(
                "",
                "",
                "<binding.direct address='soadirect:/default/Quotes!1.0/Quotes'"
                        + " connection-factory='oracle.soa.api.JNDIDirectConnectionFactory' useSSLForCallback='false'/>"
                        + "<callback><binding.direct/></callback>",
                new CompositeValues(Map.of(), Map.of("Shop/Partner", partnerUrl()), Set.of()));
        ask("pears");
        assertEquals(202, answer(nextAsked(), WSA, "pears: 2"));
        untilEnded(FlowState.COMPLETED, 1);
    }

    /** WS-Addressing 1.0 - SOAP Binding, section 3.3; the submission of August 2004, section 2.3. */
    @ParameterizedTest
    @ValueSource(strings = {WSA, WSA_2004})
    void aCallerIsCalledBackInTheTermsOfItsReference(String version) throws Exception {
        deployMediator(BACK_TO_THE_CALLER);
        String properties = version.equals(WSA_2004)
                ? "<a:ReferenceProperties><x:conversation xmlns:x='urn:x'>conv-42</x:conversation></a:ReferenceProperties>"
                : "";
        String me = me().replace(WSA, version)
                .replace(
                        "</a:ReplyTo>",
                        properties + "<a:ReferenceParameters xmlns:c='urn:c'><c:key c:a='1'>k</c:key>"
                                + "</a:ReferenceParameters></a:ReplyTo>");
        assertEquals(202, ask("pears", me));
        String question = nextAsked();
        int port = http.port();
        stop();
        start(port);
        deployMediator(BACK_TO_THE_CALLER);
        assertEquals(202, answer(question, WSA, "pears: 2"));

        XmlElement back = XmlElement.parse(nextAskedAfter(question).getBytes(StandardCharsets.UTF_8));
        XmlElement header = back.elements().get(0);
        assertEquals("Header", header.name().local());
        for (String name : List.of("To", "Action", "MessageID", "RelatesTo")) {
            assertEquals(1, header.elements(XmlName.of(version, name)).size(), back::toString);
        }
        assertEquals(
                "urn:me:1", header.element(XmlName.of(version, "RelatesTo")).stringValue());
        XmlElement key = header.element(XmlName.of("urn:c", "key"));
        assertEquals("k", key.stringValue());
        assertEquals("1", key.attribute(XmlName.of("urn:c", "a")).value());
        boolean marked = key.attribute(XmlName.of(WSA, "IsReferenceParameter")) != null;
        assertEquals(version.equals(WSA), marked, back::toString);
        assertEquals(
                version.equals(WSA_2004), header.element(XmlName.of("urn:x", "conversation")) != null, back::toString);
    }

    /** As a stack adds its own beside those that an application passes on. */
    @Test
    void aCallerWithHeadersOfTwoVersionsIsCalledBackByTheOneWithItsReplyAddress() throws Exception {
        deployMediator(BACK_TO_THE_CALLER);
        assertEquals(202, ask("pears", "<o:MessageID xmlns:o='" + WSA_2004 + "'>urn:old</o:MessageID>" + me()));
        String question = nextAsked();
        String old = "<o:Action xmlns:o='" + WSA_2004 + "'>urn:answer</o:Action>";
        String relatesTo = "<a:RelatesTo xmlns:a='" + WSA + "'>" + header(question, "MessageID") + "</a:RelatesTo>";
        assertEquals(202, answerWith(old + relatesTo, question, "pears: 2"));

        String back = nextAskedAfter(question);
        assertTrue(back.contains("<wsa:RelatesTo xmlns:wsa=\"" + WSA + "\">urn:me:1<"), back);
        untilEnded(FlowState.COMPLETED, 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<a:ReplyTo xmlns:a='" + WSA + "'><a:Address>" + WSA + "/none</a:Address></a:ReplyTo>",
                "<a:ReplyTo xmlns:a='http://schemas.xmlsoap.org/ws/2003/03/addressing'>"
                        + "<a:Address>http://localhost/</a:Address></a:ReplyTo>"
            })
    void whyACallerCannotBeCalledBackIsInTheHistory(String headers) throws Exception {
        deployMediator(BACK_TO_THE_CALLER);
        assertEquals(202, ask("pears", headers));
        assertEquals(202, answer(nextAsked(), WSA, "pears: 2"));
        eventually(
                this::flowsInWords,
                () -> flowsInWords()
                        .contains("wsa:ReplyTo (of WS-Addressing 1.0 or 2004/08) is missing, anonymous or none"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a:RelatesTo>urn:other</a:RelatesTo>",
                "<c:key xmlns:c='urn:c'>%s</c:key>",
            })
    void parametersThatCannotBeSentAreRefusedAtOnce(String parameter) throws Exception {
        deployMediator(BACK_TO_THE_CALLER);
        String me = me().replace(
                        "</a:ReplyTo>",
                        "<a:ReferenceParameters>" + parameter.formatted("long ".repeat(4_000))
                                + "</a:ReferenceParameters></a:ReplyTo>");

        assertEquals(500, ask("pears", me));
        assertEquals(List.of(), store.flows(new FlowFilter(null, null, null, null), 0, 100));
    }

    @Test
    void aMediatorAwaitsTheAnswerThroughARestartAndTakesItOnce() throws Exception {
        deployMediator(BACK_TO_THE_CALLER);
        assertEquals(202, ask("pears", me()));
        String question = nextAsked();
        untilNoCallIsOpen();
        int port = http.port();
        stop();
        start(port);
        deployMediator(BACK_TO_THE_CALLER);
        assertEquals(202, answer(question, WSA, "pears: 2"));
        assertTrue(nextAsked().contains(">pears: 2<"));
        untilEnded(FlowState.COMPLETED, 1);

        untilNoCallIsOpen();
        assertEquals(202, answer(question, WSA, "pears: 9"));
        assertTrue(flowsInWords().contains("has ended"), this::flowsInWords);
        assertEquals(List.of(), List.copyOf(asked));
    }

    /** Whoever answers must have been sent the question's id: what other ids disclose is not enough. */
    @Test
    void anAnswerWithoutTheProofOfItsQuestionsIdFindsNoInstance() throws Exception {
        deployMediator(BACK_TO_THE_CALLER);
        assertEquals(202, ask("pears", me()));
        String question = nextAsked();
        String id = header(question, "MessageID");
        String bare = id.substring(0, id.lastIndexOf(':'));
        String reference = bare.substring(bare.indexOf(':', "urn:weir:call:".length()) + 1);
        String quote = "<q:quote xmlns:q='urn:quotes'>forged</q:quote>";
        for (String forged : List.of(bare, bare + ":AAAAAAAAAAAAAAAAAAAAAA", reference, "call:" + reference)) {
            String relatesTo = "<a:RelatesTo xmlns:a='" + WSA + "'>" + forged + "</a:RelatesTo>";
            assertEquals(500, post(header(question, "ReplyTo"), relatesTo, quote), forged);
        }
        assertEquals(202, answer(question, WSA, "pears: 2"));
        assertTrue(nextAsked().contains(">pears: 2<"));
        untilEnded(FlowState.COMPLETED, 1);
    }

    @Test
    void anAnswerThatRelatesToNoQuestionIsGivenByAnOperatorToTheInstanceThatItIsFor() throws Exception {
        deploy("", "", partnerUrl(), "");
        ask("pears");
        String askedForPears = nextAsked();
        ask("plums");
        nextAsked();
        long plums = flows(FlowState.RUNNING).get(0).flow();
        long pears = flows(FlowState.RUNNING).get(1).flow();
        eventually(
                "it waits for its answer",
                () -> !store.subscriptions(store.liveInstances(plums).get(0).instance())
                        .isEmpty());
        assertEquals(202, answerWith("", askedForPears, "plums: 3"));
        UndeliveredMessages undelivered = runtime.undelivered();
        long answer = eventually("nobody takes it", () -> undelivered.list(0, 9), list -> list.size() == 1)
                .get(0)
                .id();

        assertEquals(
                "instance 1 does not wait for answer of default/Shop!1.0/P, or only for one with other values of its"
                        + " correlation sets",
                assertThrows(IllegalArgumentException.class, () -> undelivered.deliverTo(answer, 1, "otto"))
                        .getMessage());
        assertEquals(
                RouteOutcome.DELIVERED,
                undelivered.deliverTo(answer, plums, "otto").join());
        untilEnded(FlowState.COMPLETED, 1);
        assertEquals(plums, flows(FlowState.COMPLETED).get(0).flow());
        assertTrue(flowsInWords().contains("moved to instance " + plums + " by otto"), this::flowsInWords);
        assertEquals(
                RouteOutcome.GONE, undelivered.deliverTo(answer, pears, "otto").join());
        assertEquals(202, answer(askedForPears, WSA, "pears: 2"));
        untilEnded(FlowState.COMPLETED, 2);
    }

    @Test
    void anAnswerThatRelatesToNoQuestionOfTheMediatorIsRefused() throws Exception {
        deployMediator(BACK_TO_THE_CALLER);
        assertEquals(202, ask("pears", me()));
        String question = nextAsked();
        String quote = "<q:quote xmlns:q='urn:quotes'>pears: 2</q:quote>";
        assertEquals(500, post(header(question, "ReplyTo"), "", quote));
        String other = "<a:RelatesTo xmlns:a='" + WSA + "'>urn:you:1</a:RelatesTo>";
        assertEquals(500, post(header(question, "ReplyTo"), other, quote));
        assertEquals(1, flows(FlowState.RUNNING).size(), "it still waits");
    }

    @Test
    void anAnswerToAMediatorThatDoesNotComeInTimeIsGivenUp() throws Exception {
        ManualTime time = new ManualTime();
        stop();
        start(0, LOCAL, time);
        time.onAdvance(runtime::clockMoved);
        deployMediator("<onCallback operation='answer'><callback operation='answer'/></onCallback>"
                + "<onCallbackTimeout duration='PT1H'><forward reference='Log' operation='ask'/></onCallbackTimeout>");
        assertEquals(202, ask("pears", me()));
        String question = nextAsked();
        Instant inAnHour = time.instant().plus(Duration.ofHours(1));
        eventually("it waits for an hour", () -> store.nextDue().equals(Optional.of(inAnHour)));
        time.advance(Duration.ofHours(1));
        assertTrue(nextAsked().contains(">pears<"), "what was asked goes to Log");
        untilEnded(FlowState.COMPLETED, 1);
        assertEquals(202, answer(question, WSA, "pears: 2"), "and the late answer leads nowhere");
        assertTrue(flowsInWords().contains("has ended"), this::flowsInWords);
    }

    private static final String ENDPOINT_PROPERTY =
            "<bpelx:toProperties><bpelx:toProperty name='endpointURI'><literal>%s"
                    + "</literal></bpelx:toProperty></bpelx:toProperties>";

    @Test
    void anAddressFromAMessageThatIsNotListedIsNotCalledAndTheCallRestsUntilItIs() throws Exception {
        stop();
        start(0, PeerPolicy.PUBLIC);
        deploy("", ENDPOINT_PROPERTY.formatted(partnerUrl()), "", "<property name='endpointURI'></property>");
        ask("pears");
        eventually(
                () -> "the call rests: " + flowsInWords(),
                () -> !runtime.restingCalls().list(null, 0, 10).isEmpty());
        String why = runtime.restingCalls().list(null, 0, 10).get(0).toString();
        assertTrue(why.contains("not an address of the public internet") && why.contains("--allow-callback"), why);
        assertEquals(List.of(), List.copyOf(asked));
    }

    @Test
    void aCallersAddressThatIsNotListedIsRefusedAtOnce() throws Exception {
        stop();
        start(0, PeerPolicy.PUBLIC);
        deployMediator(BACK_TO_THE_CALLER);
        assertEquals(500, ask("pears", me()));
        assertEquals(List.of(), store.flows(new FlowFilter(null, null, null, null), 0, 100));
        String own = "http://localhost:" + http.port() + "/soa-infra/services/default/Shop/Partner";
        assertEquals(202, ask("pears", me().replace(partnerUrl(), own)), "this server is no stranger");
    }

    /** The composite's own binding names that machine. */
    @Test
    void anotherPathOfTheMachineThatTheBindingNamesIsCalledWithoutBeingListed() throws Exception {
        stop();
        start(0, PeerPolicy.PUBLIC);
        deploy("", ENDPOINT_PROPERTY.formatted(partnerUrl() + "elsewhere"), partnerUrl(), "");
        ask("pears");
        assertTrue(nextAsked().contains("elsewhere"));
    }

    @Test
    void aProcessSaysByAPropertyWhereAPartnerWithoutAnAddressIs() throws Exception {
        deploy(
                "",
                "<bpelx:toProperties><bpelx:toProperty name='endpointURI'><literal>" + partnerUrl()
                        + "</literal></bpelx:toProperty></bpelx:toProperties>",
                "",
                "<property name='endpointURI'></property>");
        ask("pears");
        assertEquals(202, answer(nextAsked(), WSA, "pears: 2"));
        untilEnded(FlowState.COMPLETED, 1);
    }

    @Test
    void aProcessReadsTheAddressOfAPartnerThatTheCompositeNames() throws Exception {
        deploy(
                "<scope xmlns:a='" + WSA
                        + "'><variables><variable name='partner' element='sref:service-ref'/></variables>"
                        + "<assign><copy><from partnerLink='Out' endpointReference='partnerRole'/>"
                        + "<to variable='partner'/></copy>"
                        + "<copy><from>string($partner//a:Address)</from><to>$request</to></copy></assign></scope>",
                "",
                "",
                "<property name='endpointURI'>" + partnerUrl() + "</property>");
        ask("pears");
        String question = nextAsked();
        assertTrue(question.contains(">" + partnerUrl() + "</"), question);
        assertEquals(202, answer(question, WSA, partnerUrl()));
        untilEnded(FlowState.COMPLETED, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {WSA, WSA_2004, "http://schemas.xmlsoap.org/ws/2003/03/addressing"})
    void aProcessAssignsTheAddressToThePartnerLink(String version) throws Exception {
        deploy(
                "<assign><copy><from><literal><sref:service-ref><EndpointReference xmlns='" + version + "'><Address>"
                        + partnerUrl() + "</Address><ReferenceParameters><k:key xmlns:k='urn:k'>7</k:key>"
                        + "</ReferenceParameters></EndpointReference></sref:service-ref></literal></from>"
                        + "<to partnerLink='Out'/></copy></assign>",
                "",
                "",
                "<property name='endpointURI'></property>");
        ask("pears");
        String question = nextAsked();
        assertEquals("7", header(question, "key"));
        // 2003 is read, not written.
        String written = version.equals(WSA_2004) ? WSA_2004 : WSA;
        assertEquals(1, question.split("<wsa:To xmlns:wsa=\"" + written + "\"", -1).length - 1, question);
        assertEquals(202, answer(question, WSA, "pears: 2"));
        untilEnded(FlowState.COMPLETED, 1);
    }
}
