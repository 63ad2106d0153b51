package dev.weir.soap.envelope;

import static dev.weir.soap.envelope.EnvelopeFormat.SOAP_11;
import static dev.weir.soap.envelope.EnvelopeFormat.SOAP_12;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Origin;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who has failed: two places in SOAP 1.2, one in SOAP 1.1. */
class FaultOriginTest {
    private static String written(EnvelopeFormat format, Origin origin) {
        SoapFault fault = SoapFault.receiver("No.").by(origin);
        return new String(EnvelopeWriter.writeFault(format, List.of(), fault), StandardCharsets.UTF_8);
    }

    private static Origin read(EnvelopeFormat format, String envelope) {
        XmlElement body = XmlElement.parse(envelope.getBytes(StandardCharsets.UTF_8))
                .elements()
                .get(0);
        return FaultReader.read(format, body.elements().get(0)).origin();
    }

    private static Origin sent(EnvelopeFormat format, Origin origin) {
        return read(format, written(format, origin));
    }

    @Test
    void soap12SaysNodeAndRole() {
        for (Origin origin : List.of(
                Origin.UNSAID,
                new Origin("urn:node", ""),
                new Origin("", "urn:role"),
                new Origin("urn:node", "urn:role"))) {
            assertEquals(origin, sent(SOAP_12, origin));
        }
    }

    @Test
    void soap11SaysTheRoleOrElseTheNode() {
        assertEquals(Origin.UNSAID, sent(SOAP_11, Origin.UNSAID));
        assertEquals(new Origin("", "urn:role"), sent(SOAP_11, new Origin("urn:node", "urn:role")));
        assertEquals(new Origin("", "urn:node"), sent(SOAP_11, new Origin("urn:node", "")));
    }

    @Test
    void thePlacesAreThoseOfTheSchemas() {
        SoapFault fault = new SoapFault(
                SoapFault.Code.SENDER,
                SoapFault.NO_SUBCODE,
                "No.",
                List.of(XmlElement.parse("<d xmlns='urn:t'/>".getBytes(StandardCharsets.UTF_8))));
        SoapFault elsewhere = fault.by(new Origin("urn:node", "urn:role"));
        assertInOrder(
                EnvelopeWriter.writeFault(SOAP_11, List.of(), elsewhere), "</faultstring>", "<faultactor>", "<detail>");
        assertInOrder(
                EnvelopeWriter.writeFault(SOAP_12, List.of(), elsewhere),
                "</env:Reason>",
                "<env:Node>",
                "<env:Role>",
                "<env:Detail>");
    }

    private static void assertInOrder(byte[] envelope, String... parts) {
        String text = new String(envelope, StandardCharsets.UTF_8);
        int at = -1;
        for (String part : parts) {
            int next = text.indexOf(part);
            assertTrue(next > at, part + " in " + text);
            at = next;
        }
    }
}
