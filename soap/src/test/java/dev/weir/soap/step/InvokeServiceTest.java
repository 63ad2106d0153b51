package dev.weir.soap.step;

import static dev.weir.soap.step.ExchangeFixture.ORDER;
import static dev.weir.soap.step.ExchangeFixture.dispatched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapService;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.SoapService.SoapRequest;
import dev.weir.wsdl.MessageValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InvokeServiceTest {
    private final InvokeService<MessageValue> step = new InvokeService<>();

    private static Exchange<MessageValue> bound(String headers, SoapService service) {
        Exchange<MessageValue> exchange = dispatched("order", headers, ORDER);
        exchange.operation(ExchangeFixture.operation("order", service));
        exchange.input(ShopService.order("tea"));
        return exchange;
    }

    @Test
    void theServiceGetsWhatTheStepsBeforeHaveRead() {
        List<SoapRequest> requests = new ArrayList<>();
        SoapService service = request -> {
            requests.add(request);
            return CompletableFuture.completedFuture(new SoapReply.Accepted());
        };
        Exchange<MessageValue> exchange = bound("<a:MessageID>urn:1</a:MessageID><d:token/>", service);

        step.process(exchange).toCompletableFuture().join();

        SoapRequest request = requests.get(0);
        assertEquals("order", request.operation().name());
        assertSame(exchange.input(), request.input());
        assertEquals("urn:1", request.addressing().messageId());
        assertEquals(2, request.headers().size());
    }

    @Test
    void theExchangeWaitsForTheReplyWithoutAThread() {
        CompletableFuture<SoapReply> reply = new CompletableFuture<>();
        Exchange<MessageValue> exchange = bound("", request -> reply);

        CompletableFuture<?> pending = step.process(exchange).toCompletableFuture();
        assertFalse(pending.isDone());
        reply.complete(new SoapReply.Accepted());

        assertTrue(pending.isDone());
        assertNull(exchange.output());
        assertNull(exchange.fault());
    }

    @Test
    void aFaultThatTheServiceRepliesIsTheExchanges() {
        SoapFault fault = SoapFault.sender("No tea.");
        Exchange<MessageValue> exchange =
                bound("", request -> CompletableFuture.completedFuture(new SoapReply.Faulted(fault)));

        step.process(exchange);

        assertSame(fault, exchange.fault());
    }

    @Test
    void aServiceThatFailsLeavesNoReply() {
        Exchange<MessageValue> throwing = bound("", request -> {
            throw new IllegalStateException("broken");
        });
        Exchange<MessageValue> failing =
                bound("", request -> CompletableFuture.failedFuture(new IllegalStateException("broken")));

        assertThrows(IllegalStateException.class, () -> step.process(throwing));
        assertTrue(step.process(failing).toCompletableFuture().isCompletedExceptionally());
        assertNull(throwing.output());
        assertNull(failing.output());
    }
}
