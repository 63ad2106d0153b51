package dev.weir.soap.step;

import static dev.weir.soap.envelope.EnvelopeFormat.SOAP_11;
import static dev.weir.soap.envelope.EnvelopeFormat.SOAP_12;
import static dev.weir.soap.step.ExchangeFixture.ORDER;
import static dev.weir.soap.step.ExchangeFixture.WSA;
import static dev.weir.soap.step.ExchangeFixture.body;
import static dev.weir.soap.step.ExchangeFixture.dispatched;
import static dev.weir.soap.step.ExchangeFixture.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.soap.SoapFault;
import dev.weir.soap.mtom.AttachmentOptions;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WriteEnvelopeTest {
    private final WriteEnvelope<MessageValue> step = new WriteEnvelope<>(AttachmentOptions.DEFAULT, 0, false);

    private static MessageValue message(XmlName element) {
        return MessageValue.of("body", ShopService.element(element, "1"));
    }

    @Test
    void aReplyIsStatus200InTheVersionOfTheRequest() {
        Exchange<MessageValue> exchange = dispatched("order", "", ORDER);
        exchange.reply(message(ShopService.RECEIPT));

        assertNull(step.process(exchange));

        assertEquals(200, exchange.httpReply().status());
        assertEquals("text/xml; charset=utf-8", exchange.httpReply().headers().get("Content-Type"));
        assertEquals(ShopService.RECEIPT, body(exchange.httpReply()).name());
    }

    @Test
    void headersOfTheReplyAreWritten() {
        Exchange<MessageValue> exchange = dispatched("order", "", ORDER);
        exchange.reply(message(ShopService.RECEIPT));
        exchange.replyHeaders().add(ShopService.element(XmlName.of("urn:h", "h"), "here"));

        step.process(exchange);

        XmlElement header =
                XmlElement.parse(exchange.httpReply().body()).elements().get(0);
        assertEquals(XmlName.of(SOAP_11.namespace, "Header"), header.name());
        assertEquals("here", header.elements().get(0).stringValue());
    }

    @Test
    void anAcceptedMessageIsStatus202WithoutABody() {
        Exchange<MessageValue> exchange = dispatched("cancel", "", "<d:cancel/>");

        step.process(exchange);

        assertEquals(202, exchange.httpReply().status());
        assertEquals(0, exchange.httpReply().body().length);
    }

    @Test
    void aFaultCountsBeforeAReply() {
        Exchange<MessageValue> exchange = dispatched("order", "", ORDER);
        exchange.reply(message(ShopService.RECEIPT));
        exchange.fault(SoapFault.receiver("Broken."));

        step.process(exchange);

        assertEquals(500, exchange.httpReply().status());
        assertEquals(SOAP_11.fault, body(exchange.httpReply()).name());
    }

    @Test
    void theStatusOfAFaultFollowsItsCodeUnlessOneIsSet() {
        Exchange<MessageValue> sender = open(SOAP_12, "", ORDER);
        sender.fault(SoapFault.sender("No."));
        step.process(sender);
        assertEquals(400, sender.httpReply().status());

        Exchange<MessageValue> set = open(SOAP_12, "", ORDER);
        set.fault(SoapFault.sender("No."));
        set.faultStatus(415);
        step.process(set);
        assertEquals(415, set.httpReply().status());
    }

    @Test
    void aFaultOfAnAddressedRequestRelatesToIt() {
        Exchange<MessageValue> exchange = dispatched("order", "<a:MessageID>urn:1</a:MessageID>", ORDER);
        exchange.fault(SoapFault.sender("No."));

        step.process(exchange);

        String text = new String(exchange.httpReply().body(), StandardCharsets.UTF_8);
        assertTrue(text.contains(">urn:1</") && text.contains(WSA + "/fault"), text);
    }

    @Test
    void aReplyOfAnotherElementThanTheOperationsIsNotWritten() {
        Exchange<MessageValue> exchange = dispatched("order", "", ORDER);
        exchange.reply(message(ShopService.ORDER));

        assertThrows(IllegalArgumentException.class, () -> step.process(exchange));
        assertThrows(IllegalStateException.class, exchange::httpReply);
    }
}
