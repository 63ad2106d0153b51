package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.TELL_OUT;
import static dev.weir.composite.runtime.OrderDesk.process;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.store.AuditEvent;
import dev.weir.store.Store;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events between composites: who publishes, who gets what, and that nothing is lost or doubled. */
class BusinessEventsTest {
    private static final String SUBSCRIBE =
            "<subscribe name='e:Ordered' consistency='oneAndOnlyOne' durable='true' runAsRoles='$publisher'/>";
    private static final XmlName ORDERED = XmlName.of("urn:desk:events", "Ordered");

    @TempDir
    Path folder;

    private OrderDesk desk;

    @BeforeEach
    void open() {
        desk = new OrderDesk(folder);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    /** A process of 2.0 that publishes what it is asked. */
    private static Part publishingProcess() {
        return new Part(
                "Publishing",
                process(
                        "Publishing",
                        "tell",
                        "<invoke name='Publish' xmlns:e='urn:desk:events' bpelx:invokeAsDetail='no'"
                                + " bpelx:eventName='e:Ordered' inputVariable='question'/>"),
                Map.of());
    }

    /** A process that an event creates, and that tells its content with a word before it. */
    private static Part receivingProcess(String name, String word) {
        return new Part(name, """
                <process name="%s" targetNamespace="urn:desk" xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                         xmlns:t="urn:desk" xmlns:bpelx="http://schemas.oracle.com/bpel/extension" xmlns:e="urn:desk:events">
                  <import namespace="urn:desk" location="Desk.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                  <partnerLinks><partnerLink name="Out" partnerLinkType="t:Desk" partnerRole="desk"/></partnerLinks>
                  <variables><variable name="order" element="t:order"/><variable name="note" element="t:note"/></variables>
                  <sequence>
                    <receive bpelx:eventName="e:Ordered" variable="order" createInstance="yes"/>
                    <assign><copy><from>concat('%s ', $order)</from><to>$note</to></copy></assign>
                    %s
                  </sequence>
                </process>
                """.formatted(name, word, TELL_OUT), Map.of());
    }

    private static Part mediator(String name, String content) {
        return new Part(
                name,
                "<Mediator name='" + name + "' xmlns='http://xmlns.oracle.com/sca/1.0/mediator' xmlns:t='urn:desk'"
                        + " xmlns:e='urn:desk:events'>" + content + "</Mediator>",
                Map.of());
    }

    private static Part raisingMediator() {
        return mediator(
                "Raising",
                "<operation name='tell'><switch><case name='Raise'><action><assign>"
                        + "<copy target='$out.payload/t:order' expression='$in.body/t:note'/></assign>"
                        + "<raise event='e:Ordered'/></action></case></switch></operation>");
    }

    private static Part handlingMediator(String name, String word) {
        return mediator(
                name,
                "<eventHandler event='e:Ordered'><switch><case name='Tell'><action><assign>"
                        + "<copy target='$out.body/t:note' expression=\"concat('" + word
                        + " ', $in.payload/t:order)\"/></assign><invoke reference='Out' operation='tell'/></action></case>"
                        + "</switch></eventHandler>");
    }

    /** What the partner was told, as many as are expected and no more. */
    private List<String> told(int expected) throws InterruptedException {
        List<String> told = new ArrayList<>();
        for (int i = 0; i < expected; i++) {
            told.add(String.valueOf(desk.notified.poll(60, TimeUnit.SECONDS)));
        }
        assertNull(desk.notified.poll(300, TimeUnit.MILLISECONDS));
        told.sort(null);
        return told;
    }

    private void tell(String composite, String note) {
        assertEquals(202, desk.send(composite, "tell", note).statusCode());
    }

    private static XmlElement order(String text) {
        XmlElement order = XmlElement.parse(
                ("<t:order xmlns:t='urn:desk'>" + text + "</t:order>").getBytes(StandardCharsets.UTF_8));
        order.detach();
        return order;
    }

    private List<String> published(String composite) {
        return desk.flows(composite).stream()
                .flatMap(flow -> desk.store.history(flow.flow()).stream())
                .filter(event -> event.kind() == AuditEvent.Kind.EVENT_PUBLISHED)
                .map(event -> event.name() + " " + event.detail())
                .toList();
    }

    @Test
    void aProcessPublishesAndProcessesOfOtherCompositesBegin() throws Exception {
        desk.businessEvents("One", SUBSCRIBE);
        desk.businessEvents("Two", SUBSCRIBE);
        desk.businessEvents(
                "Publishing", "<publishes name='e:Ordered' persistent='true' priority='4' timeToLive='0'/>");
        desk.deploy("First", receivingProcess("One", "one"));
        desk.deploy("Second", receivingProcess("Two", "two"));
        desk.deploy("Publisher", publishingProcess());
        desk.runtime.start();

        tell("Publisher", "pears");

        assertEquals(List.of("one pears", "two pears"), told(2));
        String recorded = published("Publisher").toString();
        assertTrue(recorded.contains("default/First!1.0/One") && recorded.contains("default/Second!1.0/Two"), recorded);
    }

    @Test
    void aMediatorRaisesAndAMediatorHandles() throws Exception {
        desk.businessEvents("Handling", SUBSCRIBE);
        desk.deploy("Handler", handlingMediator("Handling", "handled"));
        desk.deploy("Raiser", raisingMediator());
        desk.runtime.start();

        tell("Raiser", "plums");

        assertEquals(List.of("handled plums"), told(1));
        assertEquals(List.of("Ordered to default/Handler!1.0/Handling"), published("Raiser"));
    }

    @Test
    void aProcessOfBpel11PicksAnEventAndPublishesAnother() throws Exception {
        desk.businessEvents("Old", SUBSCRIBE);
        desk.businessEvents("Noting", "<subscribe name='e:Noted'/>");
        desk.deploy("Middle", new Part("Old", """
                <process name="Old" targetNamespace="urn:desk" xmlns="http://schemas.xmlsoap.org/ws/2003/03/business-process/"
                         xmlns:bpws="http://schemas.xmlsoap.org/ws/2003/03/business-process/" xmlns:t="urn:desk"
                         xmlns:bpelx="http://schemas.oracle.com/bpel/extension" xmlns:e="urn:desk:events">
                  <variables><variable name="order" element="t:order"/><variable name="note" element="t:note"/></variables>
                  <sequence>
                    <pick createInstance="yes">
                      <onMessage bpelx:eventName="e:Ordered" variable="order">
                        <assign><copy><from expression="concat('old ', bpws:getVariableData('order', '/t:order'))"/>
                          <to variable="note" query="/t:note"/></copy></assign>
                      </onMessage>
                    </pick>
                    <invoke name="Publish" bpelx:eventName="e:Noted" inputVariable="note"/>
                  </sequence>
                </process>
                """, Map.of()));
        desk.deploy(
                "Last",
                mediator(
                        "Noting",
                        "<eventHandler event='e:Noted'><switch><case name='Tell'><action><transform>"
                                + "<part name='$out.body' function='$in.payload'/></transform>"
                                + "<invoke reference='Out' operation='tell'/></action></case></switch></eventHandler>"));
        desk.runtime.start();

        desk.runtime.publish(ORDERED, order("figs")).toCompletableFuture().join();

        assertEquals(List.of("old figs"), told(1));
    }

    @Test
    void anEventComesToAProcessThatWaitsForIt() throws Exception {
        String wait = "<receive xmlns:e='urn:desk:events' bpelx:eventName='e:Ordered' variable='question'/>"
                + "<assign><copy><from>concat($note, ' ', $question)</from><to>$note</to></copy></assign>" + TELL_OUT;
        desk.businessEvents("Waiting", SUBSCRIBE);
        desk.deploy("Waiter", new Part("Waiting", process("Waiting", "tell", wait), Map.of()));
        desk.runtime.start();
        tell("Waiter", "apples");

        desk.runtime.publish(ORDERED, order("and pears")).toCompletableFuture().join();

        assertEquals(List.of("apples and pears"), told(1));
    }

    @Test
    void aFilterLooksAtTheEvent() throws Exception {
        desk.businessEvents(
                "One",
                "<subscribe name='e:Ordered'><filter><xpath xmlns:be='http://oracle.com/fabric/businessEvent'"
                        + " xmlns:t='urn:desk'"
                        + " expression=\"/be:business-event/be:content/t:order = 'much'\"/></filter></subscribe>");
        desk.deploy("First", receivingProcess("One", "one"));
        desk.runtime.start();

        for (String amount : List.of("little", "much", "more")) {
            desk.runtime.publish(ORDERED, order(amount)).toCompletableFuture().join();
        }

        assertEquals(List.of("one much"), told(1));
    }

    @Test
    void aFilterThatIsNoXPathLetsNothingPassIfThatIsTolerated() throws Exception {
        desk.businessEvents(
                "One", "<subscribe name='e:Ordered'><filter><xpath expression=\"'it''s'\"/></filter></subscribe>");
        desk.lenient = true;
        desk.deploy("First", receivingProcess("One", "one"));
        desk.businessEvents("Two", SUBSCRIBE);
        desk.deploy("Second", receivingProcess("Two", "two"));
        desk.runtime.start();

        desk.runtime.publish(ORDERED, order("much")).toCompletableFuture().join();

        assertEquals(List.of("two much"), told(1));
    }

    @Test
    void anEventThatNobodyWantsIsInTheAuditAndWhoComesLaterDoesNotGetIt() throws Exception {
        desk.deploy("Raiser", raisingMediator());
        desk.runtime.start();
        tell("Raiser", "too early");

        desk.businessEvents("One", SUBSCRIBE);
        desk.deploy("First", receivingProcess("One", "one"));
        tell("Raiser", "in time");

        assertEquals(List.of("one in time"), told(1));
        assertTrue(published("Raiser").contains("Ordered to nobody"), published("Raiser")::toString);
    }

    @Test
    void whatIsDeployedFirstTakesNothingBeforeThoseThatSubscribeAreDeployedToo() throws Exception {
        desk.deploy("Raiser", raisingMediator());
        assertEquals(503, desk.send("Raiser", "tell", "too early").statusCode());
        desk.businessEvents("One", SUBSCRIBE);
        desk.deploy("First", receivingProcess("One", "one"));
        assertEquals(503, desk.send("First", "tell", "too early").statusCode());

        desk.runtime.start();
        tell("Raiser", "in time");

        assertEquals(List.of("one in time"), told(1));
    }

    @Test
    void onlyTheDefaultRevisionGetsEvents() throws Exception {
        desk.businessEvents("One", SUBSCRIBE);
        desk.deploy("First", receivingProcess("One", "old"));
        desk.revision("2.0");
        desk.deploy("First", receivingProcess("One", "new"));
        desk.runtime.start();

        desk.runtime.publish(ORDERED, order("kiwi")).toCompletableFuture().join();

        assertEquals(List.of("new kiwi"), told(1));
    }

    @Test
    void aSubscriberWhoseTargetIsDeadHoldsUpNoOther() throws Exception {
        desk.businessEvents("Dead", SUBSCRIBE);
        desk.businessEvents("One", SUBSCRIBE);
        desk.deploy(
                "Failing",
                mediator(
                        "Dead",
                        "<eventHandler event='e:Ordered'><switch><case name='Tell'><condition><expression>"
                                + "$in.payload/t:order/t:gone/t:way = 1 div 0</expression></condition><action><transform>"
                                + "<part name='$out.body' function='$in.payload/t:gone'/></transform>"
                                + "<invoke reference='Out' operation='tell'/></action></case>"
                                + "<case name='Bad' defaultRule='true'><action><transform>"
                                + "<part name='$out.body' function='$in.payload/t:gone'/></transform>"
                                + "<invoke reference='Out' operation='tell'/></action></case></switch></eventHandler>"));
        desk.deploy("First", receivingProcess("One", "one"));
        desk.runtime.start();

        desk.runtime.publish(ORDERED, order("kiwi")).toCompletableFuture().join();

        assertEquals(List.of("one kiwi"), told(1));
    }

    @Test
    void aPublicationSurvivesACrashWithACallForEachSubscriber() {
        desk.businessEvents("One", SUBSCRIBE);
        desk.businessEvents("Handling", SUBSCRIBE);
        desk.deploy("First", receivingProcess("One", "one"));
        desk.deploy("Handler", handlingMediator("Handling", "handled"));
        // Not started: nothing is carried out, and what is stored is all that there is.
        desk.runtime.publish(ORDERED, order("nuts")).toCompletableFuture().join();

        try (Store crashed = desk.afterACrash()) {
            List<String> calls = crashed.leaseCalls(10, Instant.now()).stream()
                    .map(call -> call.component() + " " + call.operation())
                    .sorted()
                    .toList();
            assertEquals(
                    List.of("default/First!1.0/One Ordered", "default/Handler!1.0/Handling {urn:desk:events}Ordered"),
                    calls);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <subscribe name='e:Gone'/> | no imported document defines the event 'e:Gone'
            <subscribe name='e:Noted'/> | has subscribed to {urn:desk:events}Noted, and does nothing with it
            <subscribe name='e:Ordered' consistency='sometimes'/> | consistency must be oneAndOnlyOne, guaranteed or immediate, but is 'sometimes'
            <subscribe name='e:Ordered'><filter/></subscribe> | the filter has no <xpath expression>
            <subscribe name='e:Ordered'><filter><xpath expression='q:x'/></filter></subscribe> | the prefix 'q' is not bound
            <consume name='e:Ordered'/> | <consume> is not supported in <business-events>
            """)
    void whatCannotBeIsRefusedWhenDeployed(String content, String what) {
        desk.businessEvents("One", content);
        Exception refusal =
                assertThrows(RuntimeException.class, () -> desk.deploy("First", receivingProcess("One", "one")));
        assertTrue(String.valueOf(refusal.getMessage()).contains(what), refusal::getMessage);
    }

    @Test
    void anEventThatIsNotDefinedIsAProblemOfTheProcess() {
        Part process =
                new Part("One", receivingProcess("One", "one").document().replace("e:Ordered", "e:Other"), Map.of());
        Exception refusal = assertThrows(RuntimeException.class, () -> desk.deploy("First", process));
        assertTrue(
                String.valueOf(refusal.getMessage())
                        .contains("no event {urn:desk:events}Other is defined in the composite"),
                refusal::getMessage);
    }
}
