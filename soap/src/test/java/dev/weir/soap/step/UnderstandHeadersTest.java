package dev.weir.soap.step;

import static dev.weir.soap.envelope.EnvelopeFormat.SOAP_11;
import static dev.weir.soap.envelope.EnvelopeFormat.SOAP_12;
import static dev.weir.soap.step.ExchangeFixture.ORDER;
import static dev.weir.soap.step.ExchangeFixture.faultOf;
import static dev.weir.soap.step.ExchangeFixture.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Code;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.HeaderPart;
import dev.weir.wsdl.Wsdl.MessageBinding;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnderstandHeadersTest {
    private static final String MANDATORY = "<d:token e:mustUnderstand='1'/>";

    private final UnderstandHeaders<MessageValue> step =
            new UnderstandHeaders<>(ExchangeFixture.operations(SoapVersion.SOAP_11), true);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<d:token/>",
                "<d:token e:mustUnderstand='0'/>",
                "<d:token e:mustUnderstand='1' e:actor='urn:somebody:else'/>",
                "<a:Action e:mustUnderstand='1'>urn:x</a:Action>"
            })
    void headersThatAreOptionalOrKnownOrForOthersPass(String headers) {
        assertNull(step.process(open(SOAP_11, headers, ORDER)));
    }

    @Test
    void aMandatoryHeaderThatIsNotKnownIsRefused() {
        for (EnvelopeFormat format : List.of(SOAP_11, SOAP_12)) {
            SoapFault fault = faultOf(() -> step.process(open(format, MANDATORY, ORDER)));
            assertEquals(Code.MUST_UNDERSTAND, fault.code());
            assertTrue(fault.reason().contains("token"), fault.reason());
        }
    }

    @Test
    void inSoap12EachSuchHeaderIsNamedInTheReply() {
        Exchange<MessageValue> exchange = open(SOAP_12, MANDATORY + "<plain xmlns='' e:mustUnderstand='true'/>", ORDER);

        faultOf(() -> step.process(exchange));

        assertEquals(
                List.of("ns:token", "plain"),
                exchange.replyHeaders().stream()
                        .map(block -> block.attributeValue("qname"))
                        .toList());
    }

    @Test
    void aHeaderThatTheBindingNamesIsUnderstood() {
        XmlName token = XmlName.of(dev.weir.soap.ShopService.DATA, "token");
        BindingOperation order =
                ExchangeFixture.binding(SoapVersion.SOAP_11).operations().get("order");
        Part part = new Part("token", token, null);
        HeaderPart header = new HeaderPart(new MessageType(XmlName.of("urn:shop", "Token"), List.of(part)), part);
        MessageBinding input = new MessageBinding("", false, order.input().bodyParts(), List.of(header));
        Binding shop = ExchangeFixture.binding(SoapVersion.SOAP_11);
        BindingOperation bound = new BindingOperation(order.operation(), "", false, input, order.output());
        UnderstandHeaders<MessageValue> knowing = new UnderstandHeaders<>(
                ExchangeFixture.operations(
                        new Binding(shop.name(), shop.portType(), SoapVersion.SOAP_11, false, Map.of("order", bound)),
                        dev.weir.soap.ShopService::serve),
                true);

        assertNull(knowing.process(open(SOAP_11, MANDATORY, ORDER)));
    }
}
