package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.Call;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;

/** The processes of examples/orders, fed as the example's mediator feeds them, with the real CreditProcess as partner. */
class OrdersExampleTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "orders");
    private static final String ORDERS = "http://examples.weir.dev/orders/1.0";
    private static final String PROCESS = "http://examples.weir.dev/orders/process/1.0";
    private static final Resources FILES = uri -> {
        try {
            return Files.readAllBytes(Path.of(uri));
        } catch (IOException e) {
            throw new WsdlException("cannot read " + uri, e);
        }
    };

    private static final ProcessDefinition CREDIT = process("Credit/CreditProcess.bpel");
    private static final ProcessDefinition ORDER = process("Orders/OrderProcess.bpel");
    private static final ProcessDefinition SUBMISSION = process("Orders/SubmissionProcess.bpel");

    @Test
    void aDomesticOrderIsAnsweredOnceItsCreditIsApproved() {
        World world = world(ORDER);

        XmlElement result = result(world, place(world, "order-5k.xml", "Domestic"));

        assertEquals("ACCEPTED", text(result, "Status"));
        assertEquals("Credit approved.", text(result, "Message"));
        assertEquals("CR-PO-2026-0005", text(result, "CreditReference"));
        assertEquals("982.71", text(child(result, PROCESS, "Header"), "Total"));
        assertEquals(
                "EUR", child(child(result, PROCESS, "Header"), PROCESS, "Total").attributeValue("currency"));
        assertEquals("0", text(result, "BackOrderedLines"));
        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void aReviewedOrderTellsWhatIsOnBackOrder() {
        World world = world(ORDER);

        XmlElement result = result(world, place(world, "order-50k.xml", "Review"));

        assertEquals("Credit approved; reviewed for DE.", text(result, "Message"));
        assertEquals("3", text(result, "BackOrderedLines"));
        assertEquals("9080.13", text(result, "BackOrderedAmount"));
        assertEquals("", text(result, "ShippedOn"));
    }

    @Test
    void anOrderAboveTheCreditLimitIsRejectedByTheDeclaredFault() {
        World world = world(ORDER);

        ExchangeReply reply = world.reply(place(world, "order-refused.xml", "Review"));

        assertNotNull(reply.fault());
        assertTrue(reply.fault().contains("orderRejected"), reply.fault());
        XmlElement rejected = MessageValue.fromBytes(reply.payload()).part("fault");
        assertEquals("PO-2026-0666", child(rejected, ORDERS, "OrderNumber").stringValue());
        assertEquals("CREDIT_REFUSED", child(rejected, ORDERS, "ReasonCode").stringValue());
        assertEquals(
                "The amount is above the credit limit of 1000000 EUR.",
                child(rejected, ORDERS, "Message").stringValue());
        assertEquals("1361250.00", child(rejected, ORDERS, "RequestedAmount").stringValue());
        assertEquals("EUR", child(rejected, ORDERS, "RequestedAmount").attributeValue("currency"));
        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void anUnreachableCreditServiceIsTheDeclaredFaultToo() {
        World world = new World(ORDER);
        world.partner = call -> new ExchangeReply(
                World.PARTNER,
                "{http://schemas.oracle.com/bpel/extension}remoteFault",
                "no connection",
                new MessageValue().toBytes());

        ExchangeReply reply = world.reply(place(world, "order-5k.xml", "Domestic"));

        XmlElement rejected = MessageValue.fromBytes(reply.payload()).part("fault");
        assertEquals("CREDIT_UNAVAILABLE", child(rejected, ORDERS, "ReasonCode").stringValue());
        assertEquals("982.71", child(rejected, ORDERS, "RequestedAmount").stringValue());
        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void anOrderThatAsksForItIsAnsweredWhenItIsShipped() {
        World world = world(ORDER);

        ExchangeId exchange = place(world, "order-when-shipped.xml", "Review");
        assertNull(world.replies.get(exchange));
        world.send("orderprocess_client", "confirmShipping", payload("confirm-submitted.xml"));
        assertNull(world.replies.get(exchange), "another order's confirmation is none of its business");
        world.send("orderprocess_client", "confirmShipping", payload("confirm-placed.xml"));

        XmlElement result = result(world, exchange);
        assertEquals("SHIPPED", text(result, "Status"));
        assertEquals("Noordzee Express", text(result, "Carrier"));
        assertEquals("NE-7000-4411", text(result, "TrackingNumber"));
        assertEquals("2026-11-20", text(result, "ShippedOn"));
        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void aSubmissionPausesForReviewAndEndsWhenShipped() {
        World world = world(SUBMISSION);

        submit(world, "submit-order.xml", "Review", null);
        assertEquals(1, world.timers().size());
        world.pass(Duration.ofSeconds(1));
        assertEquals(0, world.timers().size());
        assertEquals(1, world.live());
        world.send("submissionprocess_client", "confirmShipping", payload("confirm-submitted.xml"));

        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void aConfirmationMayComeBeforeItsSubmission() {
        World world = world(SUBMISSION);

        world.send("submissionprocess_client", "confirmShipping", payload("confirm-submitted.xml"));
        submit(world, "submit-order.xml", "Domestic", null);

        assertEquals(FlowState.COMPLETED, world.end());
        assertEquals(0, world.waitingMessages());
    }

    @Test
    void aSubmissionThatAsksForItCallsItsClientBack() {
        World world = world(SUBMISSION);

        submit(world, "submit-order-callback.xml", "Domestic", "http://localhost:9090/order-completed");
        world.send("submissionprocess_client", "confirmShipping", payload("confirm-callback.xml"));

        Call call = world.onlyCall();
        assertEquals("orderCompleted", call.operation());
        assertEquals("http://localhost:9090/order-completed", call.address());
        assertTrue(call.oneWay());
        XmlElement completed = MessageValue.fromBytes(call.payload()).part("payload");
        assertEquals("SO-2026-0002", child(completed, ORDERS, "OrderNumber").stringValue());
        assertEquals("SHIPPED", child(completed, ORDERS, "Status").stringValue());
        assertEquals("EUR", child(completed, ORDERS, "ApprovedAmount").attributeValue("currency"));
        XmlElement shipping = child(completed, ORDERS, "Shipping");
        assertEquals("NE-8000-1208", child(shipping, ORDERS, "TrackingNumber").stringValue());
        assertEquals(FlowState.COMPLETED, world.end());
    }

    // The example's world

    private static ProcessDefinition process(String file) {
        return ProcessDefinition.compile(EXAMPLE.resolve(file).toUri(), FILES);
    }

    private static World world(ProcessDefinition process) {
        World world = new World(process);
        world.partner = call -> call.operation().equals("checkCredit") ? checkCredit(call) : null;
        return world;
    }

    private static ExchangeReply checkCredit(Call call) {
        World credit = new World(CREDIT);
        return credit.reply(credit.send("creditprocess_client", "checkCredit", MessageValue.fromBytes(call.payload())));
    }

    private static ExchangeId place(World world, String file, String route) {
        return world.send("orderprocess_client", "placeOrder", routed(file, route));
    }

    private static void submit(World world, String file, String route, String callback) {
        world.send("submissionprocess_client", "submitOrder", routed(file, route), null, callback);
    }

    /** A payload as the mediator hands it to a process. */
    private static MessageValue routed(String file, String route) {
        Path stylesheet = EXAMPLE.resolve("Orders/xsl/" + route + "Order_To_ProcessOrder.xsl");
        ByteArrayOutputStream transformed = new ByteArrayOutputStream();
        try {
            TransformerFactory.newInstance()
                    .newTransformer(new StreamSource(stylesheet.toFile()))
                    .transform(new StreamSource(new ByteArrayInputStream(body(file))), new StreamResult(transformed));
        } catch (TransformerException e) {
            throw new AssertionError(e);
        }
        return MessageValue.of("payload", XmlElement.parse(transformed.toByteArray()));
    }

    private static MessageValue payload(String file) {
        return MessageValue.of("payload", XmlElement.parse(body(file)));
    }

    private static byte[] body(String file) {
        try {
            String envelope = Files.readString(EXAMPLE.resolve("payloads/" + file));
            int start = envelope.indexOf("<soap:Body>") + "<soap:Body>".length();
            return envelope.substring(start, envelope.indexOf("</soap:Body>"))
                    .strip()
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static XmlElement result(World world, ExchangeId exchange) {
        ExchangeReply reply = world.reply(exchange);
        assertNull(reply.fault());
        return MessageValue.fromBytes(reply.payload()).part("payload");
    }

    private static String text(XmlElement parent, String local) {
        return child(parent, PROCESS, local).stringValue();
    }

    private static XmlElement child(XmlElement parent, String namespace, String local) {
        XmlElement child = parent.element(XmlName.of(namespace, local));
        assertNotNull(child, local);
        return child;
    }
}
