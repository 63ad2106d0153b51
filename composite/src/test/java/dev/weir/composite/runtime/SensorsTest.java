package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.ASK_OUT;
import static dev.weir.composite.runtime.OrderDesk.REPLY;
import static dev.weir.composite.runtime.OrderDesk.TELL_OUT;
import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.store.AuditEvent;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowSummary;
import dev.weir.store.PurgeOrder;
import dev.weir.store.SensorValue;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sensors at services, at references and at events: what they find, by which instances are searched, over HTTP. */
class SensorsTest {
    @TempDir
    Path folder;

    private OrderDesk desk;

    @BeforeEach
    void open() {
        desk = new OrderDesk(folder);
    }

    @AfterEach
    void close() {
        desk.partnerAnswers.complete(null);
        desk.close();
    }

    private static String sensors(String... sensors) {
        return "<sensors xmlns='http://xmlns.oracle.com/bpel/sensor' xmlns:t='urn:desk' xmlns:e='urn:desk:events'>\n"
                + String.join("\n", sensors) + "\n</sensors>";
    }

    private static String service(String name, String operation, String expression, String filter) {
        return "<sensor sensorName='" + name + "' kind='service' target='undefined' filter=\"" + filter + "\">"
                + "<serviceConfig service='Desk' operation='" + operation + "' expression=\"" + expression
                + "\" outputDataType='string' outputNamespace='http://www.w3.org/2001/XMLSchema'/></sensor>";
    }

    private static String reference(String name, String operation, String expression) {
        return "<sensor sensorName='" + name + "' kind='reference' target='undefined' filter=''>"
                + "<referenceConfig reference='Partner' operation='" + operation + "' expression=\"" + expression
                + "\" outputDataType='string' outputNamespace='http://www.w3.org/2001/XMLSchema'/></sensor>";
    }

    private static String event(String name, String component, String expression) {
        return "<sensor sensorName='" + name + "' kind='event' target='undefined' filter=''>"
                + "<eventConfig component='" + component + "' event='e:Ordered' expression=\"" + expression
                + "\" actionType='subscribe' outputDataType='string'"
                + " outputNamespace='http://www.w3.org/2001/XMLSchema'/></sensor>";
    }

    private static Part asking() {
        return new Part("Asking", process("Asking", "ask", ASK_OUT + REPLY), Map.of());
    }

    private static List<Long> found(Store store, String... sensors) {
        FlowFilter filter = FlowFilter.ALL.withSensors(
                Arrays.stream(sensors).map(SensorValue::parse).collect(Collectors.toSet()));
        return store.flows(filter, 0, 100).stream().map(FlowSummary::flow).toList();
    }

    private static List<String> values(Store store, long flow) {
        return store.sensors(flow, null, 100).stream()
                .map(SensorValue::toString)
                .toList();
    }

    @Test
    void whatServicesAndReferencesCarryFindsTheInstanceBeforeAndAfterARestart() {
        desk.file(
                "Shop",
                "sensor.xml",
                sensors(
                        service("Order", "ask", "$in.body/t:order", ""),
                        service("Answer", "ask", "concat($in.body/t:order, ': ', $out.body)", "$in.body != '2'"),
                        service("Flow", "ask", "$in.property.tracking.ecid", ""),
                        service("Ticket", "ask", "$in.header.t_ticket", ""),
                        service("Nothing", "ask", "$in.body/t:other", ""),
                        reference("Asked", "ask", "concat('asked for ', $in.body/t:order)"),
                        reference("Heard", "ask", "$out.body/t:answer")));
        desk.deploy("Shop", asking());
        desk.runtime.start();
        String ticket = "<t:ticket xmlns:t='urn:desk'>T1</t:ticket>";
        assertEquals(200, desk.sendLater("Shop", "ask", "4711", ticket).join().statusCode());
        assertEquals("200 partner", desk.ask("Shop", "4712"));
        assertEquals("200 partner", desk.ask("Shop", "2"));

        long first = found(desk.store, "Order=4711").get(0);
        assertEquals(
                List.of(
                        "Answer=4711: partner",
                        "Asked=asked for 4711",
                        "Flow=" + first,
                        "Heard=partner",
                        "Order=4711",
                        "Ticket=T1"),
                values(desk.store, first));
        List<Long> both = found(desk.store, "Order=47*");
        assertEquals(2, both.size());
        assertEquals(first, both.get(1));
        assertEquals(List.of(first), found(desk.store, "Order=47*", "Asked=asked for 4711"));
        assertEquals(3, found(desk.store, "Heard=partner").size());
        assertEquals(2, found(desk.store, "Answer=*").size(), "the filter holds for two");
        assertEquals(List.of(), found(desk.store, "Nothing=*"));
        assertEquals(List.of(), desk.warnings());

        desk.close();
        try (Store again = SqliteStore.open(folder.resolve("data"))) {
            assertEquals(both, found(again, "Order=47*"));
            assertEquals(
                    1,
                    again.purge(
                                    PurgeOrder.of(FlowFilter.ALL.withSensors(Set.of(SensorValue.parse("Order=4711")))),
                                    report -> {})
                            .flows());
            assertEquals(List.of(), values(again, first));
            assertEquals(List.of(both.get(0)), found(again, "Order=47*"));
        }
        desk = new OrderDesk(folder);
    }

    @Test
    void whatASensorFindsIsOnDiskWithTheMessageItselfAndOnceForAllAttempts() {
        desk.file(
                "Shop",
                "sensor.xml",
                sensors(service("Note", "tell", "$in.body/t:note", ""), reference("Sent", "tell", "$in.body/t:note")));
        desk.partnerFails.set(1);
        desk.deploy("Shop", new Part("Noting", process("Noting", "tell", TELL_OUT), Map.of()));
        desk.runtime.start();
        desk.partnerAnswers = new CompletableFuture<>();
        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());
        // The call is under way at most, and nothing of it is stored before it has ended.
        try (Store crashed = desk.afterACrash()) {
            assertEquals(1, found(crashed, "Note=pears").size());
            assertEquals(List.of(), found(crashed, "Sent=pears"));
        }
        desk.partnerAnswers.complete(null);
        eventually("the call has failed", () -> !found(desk.store, "Sent=pears").isEmpty());
        eventually("it is repeated", () -> desk.notified.size() == 2);
        long flow = found(desk.store, "Note=pears").get(0);
        assertEquals(List.of("Note=pears", "Sent=pears"), values(desk.store, flow));
    }

    @Test
    void anEventIsFoundByWhatCameToItsSubscriber() {
        desk.businessEvents("Publishing", "<publishes name='e:Ordered'/>");
        desk.businessEvents("Handling", "<subscribe name='e:Ordered' consistency='oneAndOnlyOne'/>");
        desk.file(
                "Handler",
                "sensor.xml",
                sensors(event("Ordered", "Handling", "$in/t:order"), event("Same", "Handling", "$in.payload/t:order")));
        desk.deploy(
                "Handler",
                new Part(
                        "Handling",
                        "<Mediator name='Handling' xmlns='http://xmlns.oracle.com/sca/1.0/mediator' xmlns:t='urn:desk'"
                                + " xmlns:e='urn:desk:events'><eventHandler event='e:Ordered'><switch><case name='Tell'>"
                                + "<action><assign><copy target='$out.body/t:note' expression='$in.payload/t:order'/>"
                                + "</assign><invoke reference='Out' operation='tell'/></action></case></switch>"
                                + "</eventHandler></Mediator>",
                        Map.of()));
        desk.deploy(
                "Publisher",
                new Part(
                        "Publishing",
                        process(
                                "Publishing",
                                "tell",
                                "<invoke name='Publish' xmlns:e='urn:desk:events' bpelx:invokeAsDetail='no'"
                                        + " bpelx:eventName='e:Ordered' inputVariable='question'/>"),
                        Map.of()));
        desk.runtime.start();
        assertEquals(202, desk.send("Publisher", "tell", "plums").statusCode());
        eventually(
                "the subscriber has it",
                () -> !found(desk.store, "Ordered=plums").isEmpty());
        long flow = found(desk.store, "Ordered=pl*").get(0);
        assertEquals(List.of("Ordered=plums", "Same=plums"), values(desk.store, flow));
        assertEquals(
                "Publisher", desk.store.flow(flow).orElseThrow().composite().name(), "one flow has all of it");
    }

    @Test
    void aSensorThatFailsLeavesALineInTheAuditAndTheMessageGoesOn() {
        desk.file(
                "Shop",
                "sensor.xml",
                sensors(
                        service("Wrong", "ask", "t:order", ""),
                        service("Filtered", "ask", "$in.body", "t:order = '17'"),
                        service("Order", "ask", "$in.body/t:order", "")));
        desk.deploy("Shop", asking());
        desk.runtime.start();
        assertEquals("200 partner", desk.ask("Shop", "17"));
        long flow = found(desk.store, "Order=17").get(0);
        List<AuditEvent> history = desk.store.history(flow);
        List<String> failed = history.stream()
                .filter(event -> event.kind() == AuditEvent.Kind.SENSOR_FAILED)
                .map(AuditEvent::name)
                .sorted()
                .toList();
        assertEquals(List.of("Filtered", "Wrong"), failed);
        String trace = FlowTrace.render(history, ZoneOffset.UTC);
        assertTrue(trace.contains("sensor failed Wrong"), trace);
        assertEquals(List.of("Order=17"), values(desk.store, flow));
    }

    @Test
    void aLongValueIsCut() {
        desk.file("Shop", "sensor.xml", sensors(service("Order", "ask", "$in.body/t:order", "")));
        desk.deploy("Shop", asking());
        desk.runtime.start();
        assertEquals("200 partner", desk.ask("Shop", "x".repeat(5_000)));
        long flow = found(desk.store, "Order=x*").get(0);
        assertEquals(List.of("Order=" + "x".repeat(2_000)), values(desk.store, flow));
    }
}
