package dev.weir.it.program;

import dev.weir.xml.stax.WeirInputFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Writes and reads a fast infoset by StAX alone: the encoding is a service that weir-fastinfoset provides. */
public final class UseFastInfosetByStax {
    private UseFastInfosetByStax() {}

    public static void main(String[] arguments) throws Exception {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        try {
            XMLStreamWriter writer = XMLOutputFactory.newFactory().createXMLStreamWriter(octets, "finf");
            writer.writeStartDocument();
            writer.writeEmptyElement("order");
            writer.writeEndDocument();
            writer.close();
        } catch (Exception refused) {
            System.out.println(refused.getClass().getName() + ": " + refused.getMessage());
        }
        try {
            XMLInputFactory input = XMLInputFactory.newFactory();
            input.setProperty(WeirInputFactory.FAST_INFOSET, true);
            XMLStreamReader reader = input.createXMLStreamReader(new ByteArrayInputStream(octets.toByteArray()));
            reader.nextTag();
            System.out.println("stax " + reader.getLocalName());
        } catch (Exception refused) {
            System.out.println(refused.getClass().getName() + ": " + refused.getMessage());
        }
    }
}
