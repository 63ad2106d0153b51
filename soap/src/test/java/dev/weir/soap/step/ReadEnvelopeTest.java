package dev.weir.soap.step;

import static dev.weir.soap.envelope.EnvelopeFormat.SOAP_11;
import static dev.weir.soap.envelope.EnvelopeFormat.SOAP_12;
import static dev.weir.soap.step.ExchangeFixture.ORDER;
import static dev.weir.soap.step.ExchangeFixture.envelope;
import static dev.weir.soap.step.ExchangeFixture.faultOf;
import static dev.weir.soap.step.ExchangeFixture.unread;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Code;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadEnvelopeTest {
    private static final ReadEnvelope<MessageValue> BOTH =
            new ReadEnvelope<>(EnumSet.allOf(SoapVersion.class), XmlLimits.DEFAULT, true, true);
    private static final ReadEnvelope<MessageValue> ONLY_11 =
            new ReadEnvelope<>(EnumSet.of(SoapVersion.SOAP_11), XmlLimits.DEFAULT, true, true);

    private static Exchange<MessageValue> request(String type, String document, Charset charset) {
        return unread(SOAP_11, Map.of("Content-Type", type), document.getBytes(charset));
    }

    private static Exchange<MessageValue> request(String type, String document) {
        return request(type, document, StandardCharsets.UTF_8);
    }

    @Test
    void theEnvelopeDecidesTheVersionAndIsLeftOpenAtTheBody() {
        Exchange<MessageValue> exchange = request(
                "application/soap+xml",
                envelope(SOAP_12, "<a:MessageID>urn:1</a:MessageID><d:other>x</d:other>", ORDER));

        assertNull(BOTH.process(exchange));

        assertSame(SOAP_12, exchange.format());
        assertEquals(2, exchange.headers().size());
        assertEquals("urn:1", exchange.addressing().properties().messageId());
        assertEquals(ShopService.ORDER, exchange.envelope().body().name());
    }

    @Test
    void aVersionThatIsNotServedIsAnsweredIn11WithAnUpgradeToWhatIs() {
        Exchange<MessageValue> exchange = request("application/soap+xml", envelope(SOAP_12, "", ORDER));

        SoapFault fault = faultOf(() -> ONLY_11.process(exchange));

        assertEquals(Code.VERSION_MISMATCH, fault.code());
        assertTrue(fault.reason().contains(SOAP_11.namespace), fault.reason());
        assertSame(SOAP_11, exchange.format());
    }

    @Test
    void anEnvelopeOfAnUnknownVersionIsAVersionMismatchWithTheVersionsServed() {
        Exchange<MessageValue> exchange = request("text/xml", "<Envelope xmlns='urn:soap:3'/>");

        assertEquals(
                Code.VERSION_MISMATCH, faultOf(() -> BOTH.process(exchange)).code());
        assertEquals(2, exchange.replyHeaders().get(0).elements().size());
    }

    @Test
    void theContentTypeMustBeThatOfTheEnvelope() {
        Exchange<MessageValue> exchange = request("text/xml", envelope(SOAP_12, "", ORDER));

        SoapFault fault = faultOf(() -> BOTH.process(exchange));

        assertEquals(Code.SENDER, fault.code());
        assertTrue(fault.reason().contains("application/soap+xml"), fault.reason());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "UTF-16LE", "UTF-16BE", "US-ASCII", "utf-8"})
    void theCharsetOfTheContentTypeIsTheEncoding(String charset) {
        boolean ascii = charset.equals("US-ASCII"); // what text/xml means without a charset, whatever is sent
        Exchange<MessageValue> exchange = request(
                "text/xml; charset=" + charset,
                envelope(SOAP_11, "<d:name>\u00fc</d:name>", ORDER),
                ascii ? StandardCharsets.UTF_8 : Charset.forName(charset));

        BOTH.process(exchange);

        assertEquals("\u00fc", exchange.headers().get(0).stringValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "UTF-16"})
    void withoutACharsetTheDocumentDeclaresItsEncoding(String charset) {
        String declaration = "<?xml version='1.0' encoding='" + charset + "'?>";
        Exchange<MessageValue> exchange = request(
                "text/xml",
                declaration + envelope(SOAP_11, "<d:name>\u00fc</d:name>", ORDER),
                Charset.forName(charset));

        BOTH.process(exchange);

        assertEquals("\u00fc", exchange.headers().get(0).stringValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"klingon", "not a name"})
    void anUnknownCharsetIsStatus415(String charset) {
        Exchange<MessageValue> exchange =
                request("text/xml; charset=\"" + charset + "\"", envelope(SOAP_11, "", ORDER));

        assertTrue(faultOf(() -> BOTH.process(exchange)).reason().contains(charset));
        assertEquals(415, exchange.faultStatus());
    }

    @Test
    void anEmptyBodyAndADocumentThatIsNoEnvelopeAreTheSendersFaults() {
        for (String document : new String[] {"", "<order/>"}) {
            assertEquals(
                    Code.SENDER,
                    faultOf(() -> BOTH.process(request("text/xml", document))).code());
        }
    }

    @Test
    void whatIsNoXmlAndWhatExceedsALimitFailsAsXml() {
        assertThrows(XmlException.class, () -> BOTH.process(request("text/xml", "order")));
        ReadEnvelope<MessageValue> shallow =
                new ReadEnvelope<>(EnumSet.allOf(SoapVersion.class), XmlLimits.DEFAULT.withMaxDepth(3), true, true);
        Exchange<MessageValue> deep = request("text/xml", envelope(SOAP_11, "<d:a><d:b><d:c/></d:b></d:a>", ORDER));
        assertThrows(XmlException.class, () -> shallow.process(deep));
    }
}
