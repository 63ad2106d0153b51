package dev.weir.soap.step;

import static dev.weir.soap.step.ExchangeFixture.ORDER;
import static dev.weir.soap.step.ExchangeFixture.dispatched;
import static dev.weir.soap.step.ExchangeFixture.faultOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.soap.SoapFault;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindRequestTest {
    private final BindRequest<MessageValue> step = new BindRequest<>();

    @Test
    void thePartsOfADocumentMessageAreTheChildrenOfTheBody() {
        Exchange<MessageValue> exchange = dispatched("order", "", " <!-- one -->" + ORDER + "\n");

        assertNull(step.process(exchange));

        assertEquals("tea", exchange.input().part("body").stringValue());
        assertTrue(exchange.bound());
    }

    @Test
    void aMessageWithoutPartsHasAnEmptyBody() {
        Exchange<MessageValue> exchange = dispatched("ping", "", "");

        step.process(exchange);

        assertEquals(Map.of(), exchange.input().parts());
    }

    @Test
    void thePartsOfAnRpcMessageAreInAWrapperInAnyOrder() {
        ServiceDescription calculator = ShopService.rpcDescription();
        Exchange<MessageValue> exchange = ExchangeFixture.open(
                EnvelopeFormat.SOAP_11, "", "<i:add xmlns:i='urn:rpc:in'><b>2</b><a>1</a></i:add>");
        exchange.operation(
                ExchangeFixture.operations(calculator.bindings().get(SoapVersion.SOAP_11), ShopService::serve)
                        .get(0));

        step.process(exchange);

        assertEquals("1", exchange.input().part("a").stringValue());
        assertEquals("2", exchange.input().part("b").stringValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"<d:cancel/>", "", ORDER + ORDER, ORDER + "text"})
    void aBodyThatIsNotTheMessageIsRefusedWithItsPlace(String body) {
        Exchange<MessageValue> exchange = dispatched("order", "", body);

        SoapFault fault = faultOf(() -> step.process(exchange));

        assertEquals(SoapFault.Code.SENDER, fault.code());
        assertTrue(fault.reason().contains("line 1, column"), fault.reason());
        assertFalse(exchange.bound());
    }

    @Test
    void whatIsNotWellFormedBeforeTheEndFailsBeforeTheRequestIsBound() {
        Exchange<MessageValue> exchange = dispatched("order", "", ORDER + "&nothing;");

        assertThrows(XmlException.class, () -> step.process(exchange));

        assertFalse(exchange.bound());
    }
}
