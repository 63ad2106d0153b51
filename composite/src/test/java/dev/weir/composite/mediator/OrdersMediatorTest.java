package dev.weir.composite.mediator;

import static dev.weir.composite.mediator.Effects.fault;
import static dev.weir.composite.mediator.Effects.reply;
import static dev.weir.composite.mediator.Effects.request;
import static dev.weir.composite.mediator.Effects.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Composite;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The plan of examples/orders with the example's own messages. */
class OrdersMediatorTest {
    private static final Path EXAMPLE = Path.of("../examples/orders");
    private static final XmlName BODY = XmlName.of("http://schemas.xmlsoap.org/soap/envelope/", "Body");

    private final Composite orders = Composite.load(
            Archive.open(EXAMPLE.resolve("Orders")), Archive.NOWHERE, Map.of("serverURL", "http://localhost:8080"));
    private final MediatorPlan plan = MediatorPlan.read(orders.components().get("OrderRouter"), orders);

    private static MessageValue message(String payload) throws Exception {
        XmlElement root =
                XmlElement.parse(Files.readAllBytes(EXAMPLE.resolve("payloads").resolve(payload)));
        XmlElement body = root.element(BODY);
        XmlElement element = body == null ? root : body.firstElement();
        element.detach();
        return MessageValue.of("payload", element);
    }

    @Test
    void aRuleIsChosenByContentAndTransforms() throws Exception {
        MessageValue order = message("order-5k.xml");

        Routing routing = plan.route("placeOrder", order);

        assertEquals(2, routing.decisions().size());
        assertEquals(1, routing.appliedRules().size());
        AppliedRule chosen = routing.appliedRules().get(0);
        assertEquals("OrderProcess.orderprocess_client", send(chosen).reference());
        assertEquals("placeOrder", send(chosen).operation());
        assertTrue(chosen.replies());
        assertFalse(send(chosen).oneWay());
        XmlElement request = request(chosen).part("payload");
        assertEquals(
                "{http://examples.weir.dev/orders/process/1.0}ProcessOrder",
                request.name().toString());
        assertTrue(request == request(chosen).part("payload"), "transformed once");
        assertNull(order.part("payload").parent(), "the incoming message is as it was");
    }

    @Test
    void theDecisionsNameRulesAndConditions() throws Exception {
        for (String payload : List.of("order-5k.xml", "order-50k.xml", "order-500k.xml")) {
            Routing routing = plan.route("placeOrder", message(payload));
            assertEquals(
                    List.of("DomesticSmallOrder", "ForeignOrLargeOrder"),
                    routing.decisions().stream().map(RuleDecision::rule).toList());
            assertTrue(routing.decisions().get(0).condition().startsWith("$in.payload/ord:PurchaseOrder/"));
            assertEquals(1, routing.appliedRules().size(), payload);
        }
    }

    @Test
    void theTargetsReplyAndFaultBecomeTheMediators() throws Exception {
        AppliedRule chosen =
                plan.route("placeOrder", message("order-5k.xml")).appliedRules().get(0);
        XmlElement result =
                XmlElement.parse("<prc:ProcessResult xmlns:prc='http://examples.weir.dev/orders/process/1.0'/>"
                        .getBytes(StandardCharsets.UTF_8));
        result.detach();

        MessageValue reply = reply(chosen, MessageValue.of("payload", result));
        assertEquals(
                "http://examples.weir.dev/orders/1.0",
                reply.part("payload").name().namespace());

        XmlElement rejected = new XmlElement(XmlName.of("http://examples.weir.dev/orders/1.0", "OrderRejected"));
        MediatorFault fault = fault(
                chosen,
                XmlName.of("http://examples.weir.dev/orders/OrderProcess", "orderRejected"),
                MessageValue.of("fault", rejected));
        assertEquals(
                "{http://examples.weir.dev/orders/OrderService}orderRejected",
                fault.name().toString());
        assertEquals(rejected.name(), fault.data().part("fault").name());
        assertNull(send(chosen).faulted(XmlName.of("urn:x", "somethingElse"), new MessageValue()));
    }

    @Test
    void allStylesheetsCompileAhead() {
        assertEquals(List.of(), plan.wrongStylesheets());
    }
}
