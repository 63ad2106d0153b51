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
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.SoapVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DispatchStepTest {
    private static final String DECISION = "<d:decision>yes</d:decision>";

    private final Dispatch<MessageValue> step = new Dispatch<>(
            Map.of(
                    SoapVersion.SOAP_11, ExchangeFixture.operations(SoapVersion.SOAP_11),
                    SoapVersion.SOAP_12, ExchangeFixture.operations(SoapVersion.SOAP_12)),
            false);

    private String operationOf(Exchange<MessageValue> exchange) {
        assertNull(step.process(exchange));
        return exchange.operation().name();
    }

    @Test
    void theFirstElementOfTheBodyDecidesWhateverTheActionSays() {
        assertEquals("order", operationOf(open(SOAP_11, Map.of("SOAPAction", "\"cancel\""), "", ORDER)));
        assertEquals("cancel", operationOf(open(SOAP_12, "", "<d:cancel/>")));
    }

    @Test
    void anEmptyBodyIsTheOperationWithoutParts() {
        assertEquals("ping", operationOf(open(SOAP_11, "", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"reject\"", "reject", " \"urn:shop:Shop:rejectRequest\" "})
    void ofOperationsWithTheSameElementTheActionChoosesOne(String action) {
        assertEquals("reject", operationOf(open(SOAP_11, Map.of("SOAPAction", action), "", DECISION)));
        String quoted = "\"" + action.replace("\"", "").strip() + "\"";
        assertEquals(
                "reject",
                operationOf(
                        open(SOAP_12, Map.of("Content-Type", "application/soap+xml; action=" + quoted), "", DECISION)));
    }

    @Test
    void theActionOfWsAddressingCountsBeforeThatOfHttp() {
        assertEquals(
                "approve",
                operationOf(
                        open(SOAP_11, Map.of("SOAPAction", "\"reject\""), "<a:Action>approve</a:Action>", DECISION)));
    }

    @Test
    void withoutAnActionThatFitsTheFaultNamesThoseThatWould() {
        for (String action : new String[] {"", "\"other\""}) {
            SoapFault fault = faultOf(() -> step.process(open(SOAP_11, Map.of("SOAPAction", action), "", DECISION)));
            assertEquals(Code.SENDER, fault.code());
            assertTrue(fault.reason().contains("\"approve\"") && fault.reason().contains("\"reject\""), fault.reason());
        }
    }

    @Test
    void anUnknownElementIsRefusedWithItsPlaceAndWhatIsExpected() {
        Exchange<MessageValue> exchange = open(SOAP_11, "", "<d:refund/>");

        SoapFault fault = faultOf(() -> step.process(exchange));

        assertEquals(Code.SENDER, fault.code());
        assertTrue(fault.reason().contains("line 1, column"), fault.reason());
        assertTrue(fault.reason().contains("{urn:shop:data}order"), fault.reason());
        assertNull(exchange.operationIfKnown());
    }
}
