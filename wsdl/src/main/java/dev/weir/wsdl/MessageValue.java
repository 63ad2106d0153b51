package dev.weir.wsdl;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The value of a WSDL message: parts by name, in order. A part declared by element is that element; a part declared by
 * type is an element in no namespace named like the part, whose content (attributes, children, text) is of that type.
 * Beside the parts there may be header blocks that no part stands for, and properties: names with a text, which travel
 * with the message inside of a server. Mutable, owned by one thread at a time; processes keep their message variables as this.
 */
public final class MessageValue {
    private static final XmlName MESSAGE = XmlName.of("message");
    private static final XmlName PART = XmlName.of("part");
    private static final XmlName NAME = XmlName.of("name");
    private static final XmlName HEADER = XmlName.of("header");
    private static final XmlName PROPERTY = XmlName.of("property");

    private final Map<String, XmlElement> parts = new LinkedHashMap<>();

    /** Shared and empty until there is one, as for most messages. */
    private List<XmlElement> headers = List.of();

    private Map<String, String> properties = Map.of();

    /** A message without parts. */
    public MessageValue() {}

    public static MessageValue of(String part, XmlElement value) {
        MessageValue message = new MessageValue();
        message.set(part, value);
        return message;
    }

    public Map<String, XmlElement> parts() {
        return parts;
    }

    public @Nullable XmlElement part(String name) {
        return parts.get(name);
    }

    public void set(String part, XmlElement value) {
        parts.put(part, value);
    }

    /** The header blocks beside the parts, in order. */
    public List<XmlElement> headers() {
        return headers.isEmpty() ? List.of() : Collections.unmodifiableList(headers);
    }

    public void addHeader(XmlElement block) {
        if (headers.isEmpty()) {
            headers = new ArrayList<>();
        }
        headers.add(block);
    }

    /** The properties by name. */
    public Map<String, String> properties() {
        return properties.isEmpty() ? Map.of() : Collections.unmodifiableMap(properties);
    }

    public void setProperty(String name, String value) {
        if (properties.isEmpty()) {
            properties = new LinkedHashMap<>();
        }
        properties.put(name, value);
    }

    /** A deep copy. */
    public MessageValue copy() {
        MessageValue copy = new MessageValue();
        parts.forEach((name, value) -> copy.set(name, value.copy()));
        headers.forEach(block -> copy.addHeader(block.copy()));
        properties.forEach(copy::setProperty);
        return copy;
    }

    /** The stored form: one element per part, header and property inside a wrapper; read back by {@link #fromBytes}. */
    public byte[] toBytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        try (XmlWriter writer = XmlWriters.open(out)) {
            writer.startElement("", MESSAGE);
            for (Map.Entry<String, XmlElement> part : parts.entrySet()) {
                writer.startElement("", PART);
                writer.attribute(NAME, part.getKey());
                part.getValue().write(writer);
                writer.endElement();
            }
            for (XmlElement block : headers) {
                writer.startElement("", HEADER);
                block.write(writer);
                writer.endElement();
            }
            for (Map.Entry<String, String> property : properties.entrySet()) {
                writer.startElement("", PROPERTY);
                writer.attribute(NAME, property.getKey());
                writer.text(property.getValue());
                writer.endElement();
            }
            writer.endElement();
            writer.endDocument();
        }
        return out.toByteArray();
    }

    /**
     * Reads what {@link #toBytes} wrote.
     *
     * @throws XmlException for anything else
     */
    public static MessageValue fromBytes(byte[] stored) {
        MessageValue message = new MessageValue();
        try (XmlReader reader = XmlReaders.open(stored)) {
            require(reader.next() == XmlEvent.START_ELEMENT && reader.name().equals(MESSAGE), reader);
            while (reader.next() == XmlEvent.START_ELEMENT) {
                String name = reader.attributeValue(NAME);
                if (reader.name().equals(PART) && name != null) {
                    message.set(name, content(reader));
                } else if (reader.name().equals(HEADER)) {
                    message.addHeader(content(reader));
                } else {
                    require(reader.name().equals(PROPERTY) && name != null, reader);
                    message.setProperty(name == null ? "" : name, reader.elementText());
                }
            }
            require(reader.event() == XmlEvent.END_ELEMENT, reader);
        }
        return message;
    }

    private static XmlElement content(XmlReader reader) {
        require(reader.next() == XmlEvent.START_ELEMENT, reader);
        XmlElement content = XmlElement.read(reader);
        require(reader.next() == XmlEvent.END_ELEMENT, reader);
        return content;
    }

    private static void require(boolean asWritten, XmlReader reader) {
        if (!asWritten) {
            throw new XmlException("this is not a stored message value", reader.location());
        }
    }
}
