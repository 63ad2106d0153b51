package dev.weir.composite.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.wsdl.Wsdl;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The composites of examples/orders as they come out. */
class ExamplesAssemblyTest {
    private static final Path EXAMPLE = Path.of("../examples/orders");
    private static final Map<String, String> TOKENS = Map.of("serverURL", "http://localhost:8080");

    @Test
    void aFolderOfCompositesIsListed() {
        List<Archive> archives = Archive.below(EXAMPLE);
        assertEquals(
                List.of("Credit!1.0", "Orders!1.0"),
                archives.stream()
                        .map(archive ->
                                Composite.load(archive, Archive.NOWHERE, TOKENS).id())
                        .toList());
    }

    @Test
    void everyPartIsLinked() {
        Composite orders = Composite.load(Archive.open(EXAMPLE.resolve("Orders")), Archive.NOWHERE, TOKENS);

        assertEquals("Orders", orders.name());
        assertEquals("1.0", orders.revision());
        assertTrue(orders.active());
        assertTrue(orders.on());
        CompositeService service = orders.services().get("OrderService");
        assertEquals(
                "{http://examples.weir.dev/orders/OrderService}OrderService",
                service.contract().portType().name().toString());
        assertEquals(
                "{http://examples.weir.dev/orders/OrderService}OrderCallback",
                service.contract().callback().name().toString());
        assertEquals("OrderService_pt", service.bindings().get(0).port());
        assertEquals("", service.bindings().get(0).address());
        assertEquals(
                List.of("OrderRouter", "OrderProcess", "SubmissionProcess"),
                List.copyOf(orders.components().keySet()));
        Component router = orders.components().get("OrderRouter");
        assertEquals("Mediator", router.kind().engine());
        assertEquals(URI.create("composite:/OrderRouter.mplan"), router.source());
        assertEquals(
                List.of("OrderProcess.orderprocess_client", "SubmissionProcess.submissionprocess_client"),
                List.copyOf(router.references().keySet()));
        assertEquals(
                "async.persist",
                orders.components().get("SubmissionProcess").properties().get("bpel.config.oneWayDeliveryPolicy"));
        WsBinding credit = orders.references().get("CreditService").bindings().get(0);
        assertEquals("http://localhost:8080/soa-infra/services/default/Credit/CreditService", credit.address());
        assertEquals(Wsdl.SoapVersion.SOAP_11, credit.version());
        assertEquals(new WireEnd("OrderRouter", "OrderRouter"), orders.target(null, "OrderService"));
        assertEquals(
                new WireEnd("OrderProcess", "orderprocess_client"),
                orders.target("OrderRouter", "OrderProcess.orderprocess_client"));
        assertEquals(new WireEnd(null, "CreditService"), orders.target("OrderProcess", "CreditService"));
        assertNull(orders.target("OrderProcess", "nothing"));
        assertNotNull(orders.resources().read(router.source()));
    }

    @Test
    void aTokenWithoutAValueIsAProblem() {
        AssemblyException error = assertThrows(
                AssemblyException.class,
                () -> Composite.load(Archive.open(EXAMPLE.resolve("Orders")), Archive.NOWHERE, Map.of("host", "x")));
        assertEquals(1, error.problems().size());
        assertTrue(
                error.getMessage()
                        .matches("composite.xml:\\d+:\\d+: the token \\$\\{serverURL} has no value; known are host .*"),
                error.getMessage());
    }
}
