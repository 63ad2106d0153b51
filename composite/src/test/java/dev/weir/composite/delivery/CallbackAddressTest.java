package dev.weir.composite.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CallbackAddressTest {
    @Test
    void whatIsStoredIsReadBack() {
        CallbackAddress http = CallbackAddress.http("http://client:9090/done?a=b\nc", "urn:uuid:1");
        CallbackAddress anonymous = CallbackAddress.http("http://client/", null);

        assertEquals(http, CallbackAddress.decode(http.encode()));
        assertEquals(anonymous, CallbackAddress.decode(anonymous.encode()));
    }

    @Test
    void anAddressFromAMessageIsNeverTakenForACallback() {
        assertNull(CallbackAddress.decode("http://bank/2"));
        assertNull(CallbackAddress.decode("COMPONENT\ndefault/Payroll!1.0/Pay\nclient\n1:1"));
    }

    @Test
    void noMessageCanHoldWhatACallbackIsStoredAs() {
        String stored = CallbackAddress.http("http://client/", null).encode();
        for (String text : new String[] {stored, stored.replace("\u0001", "&#1;")}) {
            byte[] document = ("<Address>" + text + "</Address>").getBytes(StandardCharsets.UTF_8);

            assertThrows(XmlException.class, () -> XmlElement.parse(document));
        }
    }
}
