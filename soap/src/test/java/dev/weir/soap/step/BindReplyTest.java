package dev.weir.soap.step;

import static dev.weir.soap.step.ExchangeFixture.ORDER;
import static dev.weir.soap.step.ExchangeFixture.WSA;
import static dev.weir.soap.step.ExchangeFixture.dispatched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import org.junit.jupiter.api.Test;

class BindReplyTest {
    private final BindReply<MessageValue> step = new BindReply<>();

    private static Exchange<MessageValue> replied(String headers, MessageValue output) {
        Exchange<MessageValue> exchange = dispatched("order", headers, ORDER);
        exchange.reply(output);
        return exchange;
    }

    private static MessageValue receipt() {
        return MessageValue.of("body", new XmlElement("d", ShopService.RECEIPT));
    }

    private static List<String> texts(Exchange<MessageValue> exchange, String local) {
        return exchange.replyHeaders().stream()
                .filter(block -> block.name().equals(XmlName.of(WSA, local)))
                .map(XmlElement::stringValue)
                .toList();
    }

    @Test
    void aReplyToAnAddressedRequestRelatesToItAndHasTheActionOfTheOperation() {
        Exchange<MessageValue> exchange = replied("<a:MessageID>urn:1</a:MessageID>", receipt());

        assertNull(step.process(exchange));

        assertEquals(List.of("urn:1"), texts(exchange, "RelatesTo"));
        assertEquals(List.of("urn:shop:Shop:orderResponse"), texts(exchange, "Action"));
        assertTrue(texts(exchange, "MessageID").get(0).startsWith("urn:uuid:"));
    }

    @Test
    void aReplyToARequestWithoutAddressingHasNoHeaders() {
        Exchange<MessageValue> exchange = replied("", receipt());

        step.process(exchange);

        assertEquals(List.of(), exchange.replyHeaders());
    }

    @Test
    void headersOfTheMessageItselfReplaceThoseThatWouldBeMade() {
        MessageValue output = receipt();
        output.addHeader(ShopService.element(XmlName.of(WSA, "Action"), "urn:own"));
        output.addHeader(ShopService.element(XmlName.of(ShopService.DATA, "token"), "7"));
        Exchange<MessageValue> exchange = replied("<a:MessageID>urn:1</a:MessageID>", output);

        step.process(exchange);

        assertEquals(List.of("urn:own"), texts(exchange, "Action"));
        assertEquals(List.of("urn:1"), texts(exchange, "RelatesTo"));
        assertEquals(
                "7",
                exchange.replyHeaders().get(exchange.replyHeaders().size() - 1).stringValue());
    }

    @Test
    void aReplyThatIsNotTheOperationsFailsBeforeAnythingIsWritten() {
        Exchange<MessageValue> exchange = replied("", new MessageValue());

        assertThrows(IllegalArgumentException.class, () -> step.process(exchange));
    }

    @Test
    void anAcceptedMessageIsLeftAlone() {
        Exchange<MessageValue> exchange = dispatched("cancel", "<a:MessageID>urn:1</a:MessageID>", "<d:cancel/>");

        step.process(exchange);

        assertEquals(List.of(), exchange.replyHeaders());
        assertNull(exchange.operation().output());
    }
}
