package dev.weir.bench.bind;

import dev.weir.bench.bind.Persons.Person;
import dev.weir.bench.bind.RecordSource.RecordCursor;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.XmlReaders;
import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Persons made by hand from the events of a parser, one after the other, without binding. */
final class PersonCursors {
    private static final String RECORD = "person";

    private PersonCursors() {}

    static RecordCursor stax(XMLInputFactory factory, InputStream in) throws XMLStreamException {
        XMLStreamReader reader = factory.createXMLStreamReader(in);
        reader.nextTag();
        return () -> {
            if (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
                return person(reader);
            }
            reader.close();
            return null;
        };
    }

    private static Person person(XMLStreamReader reader) throws XMLStreamException {
        reader.require(XMLStreamConstants.START_ELEMENT, null, RECORD);
        Person person = new Person();
        person.active = Boolean.parseBoolean(reader.getAttributeValue(null, "active"));
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            String field = reader.getLocalName();
            set(person, field, reader.getElementText());
        }
        return person;
    }

    static RecordCursor weir(InputStream in) {
        XmlReader reader = XmlReaders.open(in, XmlLimits.DEFAULT);
        reader.nextTagOrText();
        return () -> {
            if (reader.nextTagOrText() == XmlEvent.START_ELEMENT) {
                return person(reader);
            }
            reader.close();
            return null;
        };
    }

    private static Person person(XmlReader reader) {
        if (!reader.localName().equals(RECORD)) {
            throw new IllegalStateException("not a person: " + reader.localName());
        }
        Person person = new Person();
        int active = reader.attributeIndex("", "active");
        person.active = active >= 0 && Boolean.parseBoolean(reader.attributeValue(active));
        while (reader.nextTagOrText() == XmlEvent.START_ELEMENT) {
            String field = reader.localName();
            set(person, field, reader.elementText());
        }
        return person;
    }

    private static void set(Person person, String field, String text) {
        switch (field) {
            case "firstName" -> person.firstName = text;
            case "lastName" -> person.lastName = text;
            case "address1" -> person.address1 = text;
            case "address2" -> person.address2 = text;
            case "postCode" -> person.postCode = text;
            case "city" -> person.city = text;
            case "country" -> person.country = text;
            default -> throw new IllegalStateException("a person has no " + field);
        }
    }
}
