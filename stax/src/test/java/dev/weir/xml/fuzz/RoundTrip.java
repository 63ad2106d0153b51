package dev.weir.xml.fuzz;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.stax.WeirOutputFactory;
import dev.weir.xml.writer.WriteOptions;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes what a document says, by one of the writers and in one encoding, so that it can be read again. */
record RoundTrip(Way way, String encoding) {
    enum Way {
        WRITER,
        STAX,
        STAX_REPAIRING
    }

    private static final List<String> ENCODINGS = List.of("UTF-8", "UTF-16", "US-ASCII");

    static final List<RoundTrip> ALL = java.util.Arrays.stream(Way.values())
            .flatMap(way -> ENCODINGS.stream().map(encoding -> new RoundTrip(way, encoding)))
            .toList();

    private static final WeirOutputFactory PLAIN = new WeirOutputFactory();
    private static final WeirOutputFactory REPAIRING = new WeirOutputFactory();

    static {
        REPAIRING.setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, true);
    }

    static XmlReader open(byte[] document) {
        return XmlReaders.open(document, 0, document.length, ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL));
    }

    /** XmlException where no document can hold it. */
    byte[] write(byte[] document, boolean xml11) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        XmlReader reader = open(document);
        if (way == Way.WRITER) {
            WriteOptions options = WriteOptions.DEFAULT.withEncoding(encoding).withXml11(xml11);
            try (XmlWriter writer = XmlWriters.open(out, options)) {
                writer.startDocument();
                while (reader.next() != XmlEvent.END_DOCUMENT) {
                    copy(reader, writer);
                }
                writer.endDocument();
            }
            return out.toByteArray();
        }
        try {
            XMLStreamWriter writer = (way == Way.STAX ? PLAIN : REPAIRING).createXMLStreamWriter(out, encoding);
            writer.writeStartDocument(encoding, xml11 ? "1.1" : "1.0");
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                copy(reader, writer);
            }
            writer.writeEndDocument();
            writer.close();
        } catch (XMLStreamException refused) {
            throw new XmlException(String.valueOf(refused.getMessage()), dev.weir.xml.XmlLocation.NONE, refused);
        }
        return out.toByteArray();
    }

    private static void copy(XmlReader reader, XmlWriter writer) {
        switch (reader.event()) {
            case START_ELEMENT -> {
                writer.startElement(reader.prefix(), reader.name());
                for (int i = 0; i < reader.namespaceCount(); i++) {
                    writer.namespace(reader.namespacePrefix(i), reader.namespaceUri(i));
                }
                for (int i = 0; i < reader.attributeCount(); i++) {
                    writer.attribute(reader.attributePrefix(i), reader.attributeName(i), reader.attributeValue(i));
                }
            }
            case END_ELEMENT -> writer.endElement();
            case TEXT -> {
                if (reader.isCData()) {
                    writer.cdata(reader.text());
                } else {
                    writer.text(reader.text());
                }
            }
            case COMMENT -> writer.comment(reader.text());
            case PROCESSING_INSTRUCTION -> writer.processingInstruction(reader.target(), reader.text());
            default -> throw new AssertionError(reader.event());
        }
    }

    private static void copy(XmlReader reader, XMLStreamWriter writer) throws XMLStreamException {
        switch (reader.event()) {
            case START_ELEMENT -> {
                XmlName name = reader.name();
                writer.writeStartElement(reader.prefix(), name.local(), name.namespace());
                for (int i = 0; i < reader.namespaceCount(); i++) {
                    if (reader.namespacePrefix(i).isEmpty()) {
                        writer.writeDefaultNamespace(reader.namespaceUri(i));
                    } else {
                        writer.writeNamespace(reader.namespacePrefix(i), reader.namespaceUri(i));
                    }
                }
                for (int i = 0; i < reader.attributeCount(); i++) {
                    XmlName attribute = reader.attributeName(i);
                    writer.writeAttribute(
                            reader.attributePrefix(i),
                            attribute.namespace(),
                            attribute.local(),
                            reader.attributeValue(i));
                }
            }
            case END_ELEMENT -> writer.writeEndElement();
            case TEXT -> {
                if (reader.isCData()) {
                    writer.writeCData(reader.text());
                } else {
                    writer.writeCharacters(reader.text());
                }
            }
            case COMMENT -> writer.writeComment(reader.text());
            case PROCESSING_INSTRUCTION -> writer.writeProcessingInstruction(reader.target(), reader.text());
            default -> throw new AssertionError(reader.event());
        }
    }

    /**
     * The infoset of a document: with the namespaces in scope rather than with declarations, as a writer does not repeat
     * them. A repairing writer chooses prefixes and declares what it needs.
     */
    List<String> infoset(byte[] document) {
        return infoset(open(document), way != Way.STAX_REPAIRING);
    }

    /** What a reader tells; XmlException where it refuses the document. */
    static List<String> infoset(XmlReader reader, boolean prefixes) {
        List<String> items = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        while (true) {
            XmlEvent event = reader.next();
            if (event == XmlEvent.TEXT) {
                reader.appendText(text);
                continue;
            }
            if (text.length() > 0) {
                items.add("text " + text);
                text.setLength(0);
            }
            switch (event) {
                case START_ELEMENT -> items.add(start(reader, prefixes));
                case END_ELEMENT -> items.add("end " + reader.name());
                case COMMENT -> items.add("comment " + reader.text());
                case PROCESSING_INSTRUCTION -> items.add("pi " + reader.target() + " " + reader.text());
                case DOCTYPE, ENTITY_START, ENTITY_END, ENTITY_REFERENCE -> {}
                case END_DOCUMENT -> {
                    return items;
                }
                default -> throw new AssertionError(event);
            }
        }
    }

    private static String start(XmlReader reader, boolean prefixes) {
        TreeSet<String> parts = new TreeSet<>();
        if (prefixes) {
            for (String prefix : reader.prefixesInScope()) {
                parts.add("xmlns:" + prefix + "=" + reader.lookupNamespace(prefix));
            }
        }
        for (int i = 0; i < reader.attributeCount(); i++) {
            parts.add("@" + reader.attributeName(i) + (prefixes ? " " + reader.attributePrefix(i) : "") + "="
                    + reader.attributeValue(i));
        }
        return "start " + reader.name() + (prefixes ? " " + reader.prefix() : "") + " " + parts;
    }
}
