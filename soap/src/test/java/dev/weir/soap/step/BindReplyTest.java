package dev.weir.soap.step;

import static dev.weir.soap.step.ExchangeFixture.ORDER;
import static dev.weir.soap.step.ExchangeFixture.WSA;
import static dev.weir.soap.step.ExchangeFixture.dispatched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import org.junit.jupiter.api.Test;

class BindReplyTest {
    private final BindReply step = new BindReply(
            ExchangeFixture.shop().bindings().values(), ExchangeFixture.shop().actions());

    private static Exchange replied(String headers, MessageValue output) {
        Exchange exchange = dispatched("order", headers, ORDER);
        exchange.reply(new SoapReply.Output(output));
        return exchange;
    }

    private static MessageValue receipt() {
        return MessageValue.of("body", new XmlElement("d", ShopService.RECEIPT));
    }

    private static List<String> texts(Exchange exchange, String local) {
        return exchange.replyHeaders().stream()
                .filter(block -> block.name().equals(XmlName.of(WSA, local)))
                .map(XmlElement::stringValue)
                .toList();
    }

    @Test
    void aReplyToAnAddressedRequestRelatesToItAndHasTheActionOfTheOperation() {
        Exchange exchange = replied("<a:MessageID>urn:1</a:MessageID>", receipt());

        assertNull(step.process(exchange));

        assertEquals(List.of("urn:1"), texts(exchange, "RelatesTo"));
        assertEquals(List.of("urn:shop:Shop:orderResponse"), texts(exchange, "Action"));
        assertTrue(texts(exchange, "MessageID").get(0).startsWith("urn:uuid:"));
    }

    @Test
    void aReplyToARequestWithoutAddressingHasNoHeaders() {
        Exchange exchange = replied("", receipt());

        step.process(exchange);

        assertEquals(List.of(), exchange.replyHeaders());
    }

    @Test
    void headersOfTheMessageItselfReplaceThoseThatWouldBeMade() {
        MessageValue output = receipt();
        output.addHeader(ShopService.element(XmlName.of(WSA, "Action"), "urn:own"));
        output.addHeader(ShopService.element(XmlName.of(ShopService.DATA, "token"), "7"));
        Exchange exchange = replied("<a:MessageID>urn:1</a:MessageID>", output);

        step.process(exchange);

        assertEquals(List.of("urn:own"), texts(exchange, "Action"));
        assertEquals(List.of("urn:1"), texts(exchange, "RelatesTo"));
        assertEquals(
                "7",
                exchange.replyHeaders().get(exchange.replyHeaders().size() - 1).stringValue());
    }

    @Test
    void aReplyThatIsNotTheOperationsFailsBeforeAnythingIsWritten() {
        Exchange exchange = replied("", new MessageValue());

        assertThrows(IllegalArgumentException.class, () -> step.process(exchange));
    }

    @Test
    void anAcceptedMessageIsLeftAlone() {
        Exchange exchange = dispatched("cancel", "<a:MessageID>urn:1</a:MessageID>", "<d:cancel/>");
        exchange.reply(new SoapReply.Accepted());

        step.process(exchange);

        assertEquals(List.of(), exchange.replyHeaders());
        assertNull(step.body(exchange.operation()));
        assertNotNull(step.body(ExchangeFixture.operation("order")));
    }
}
