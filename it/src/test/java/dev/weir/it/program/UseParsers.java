package dev.weir.it.program;

import java.io.StringReader;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLEventFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamReader;

/** Parses with whatever JAXP finds, and says which it is. */
public final class UseParsers {
    private UseParsers() {}

    public static void main(String[] arguments) throws Exception {
        XMLInputFactory input = XMLInputFactory.newFactory();
        XMLStreamReader reader = input.createXMLStreamReader(new StringReader("<order id='17'/>"));
        reader.nextTag();
        System.out.println("stax " + reader.getLocalName() + " " + reader.getAttributeValue(null, "id"));
        for (Object factory : new Object[] {
            input, XMLOutputFactory.newFactory(), XMLEventFactory.newFactory(), SAXParserFactory.newInstance()
        }) {
            System.out.println(factory.getClass().getName());
        }
    }
}
