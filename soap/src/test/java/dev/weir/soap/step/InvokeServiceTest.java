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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InvokeServiceTest {
    private static Exchange bound(String headers) {
        Exchange exchange = dispatched("order", headers, ORDER);
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
        Exchange exchange = bound("<a:MessageID>urn:1</a:MessageID><d:token/>");

        new InvokeService(service).process(exchange).toCompletableFuture().join();

        SoapRequest request = requests.get(0);
        assertEquals("order", request.operation().name());
        assertSame(exchange.input(), request.input());
        assertEquals("urn:1", request.addressing().messageId());
        assertEquals(2, request.headers().size());
    }

    @Test
    void theExchangeWaitsForTheReplyWithoutAThread() {
        CompletableFuture<SoapReply> reply = new CompletableFuture<>();
        Exchange exchange = bound("");

        CompletableFuture<?> pending =
                new InvokeService(request -> reply).process(exchange).toCompletableFuture();
        assertFalse(pending.isDone());
        reply.complete(new SoapReply.Accepted());

        assertTrue(pending.isDone());
        assertEquals(new SoapReply.Accepted(), exchange.reply());
        assertNull(exchange.fault());
    }

    @Test
    void aFaultThatTheServiceRepliesIsTheExchanges() {
        SoapFault fault = SoapFault.sender("No tea.");
        Exchange exchange = bound("");

        new InvokeService(request -> CompletableFuture.completedFuture(new SoapReply.Faulted(fault))).process(exchange);

        assertSame(fault, exchange.fault());
    }

    @Test
    void aServiceThatFailsLeavesNoReply() {
        Exchange exchange = bound("");
        SoapService throwing = request -> {
            throw new IllegalStateException("broken");
        };

        assertThrows(IllegalStateException.class, () -> new InvokeService(throwing).process(exchange));
        CompletableFuture<?> failed = new InvokeService(
                        request -> CompletableFuture.failedFuture(new IllegalStateException("broken")))
                .process(exchange)
                .toCompletableFuture();
        assertTrue(failed.isCompletedExceptionally());
        assertThrows(IllegalStateException.class, exchange::reply);
    }
}
