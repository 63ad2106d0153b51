package dev.weir.xml.lexical;

import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;

/** Copies items from any reader to any writer. */
public final class ItemCopier {
    private ItemCopier() {}

    /** See {@link XmlWriter#copy}. */
    public static void copy(XmlReader from, XmlWriter to) {
        if (from.event() != XmlEvent.START_ELEMENT) {
            item(from, to);
            return;
        }
        to.startElement(from.prefix(), from.name());
        for (String prefix : from.prefixesInScope()) {
            String uri = from.lookupNamespace(prefix);
            if (uri != null) {
                to.namespace(prefix, uri);
            }
        }
        if (from.lookupNamespace("") == null) {
            to.namespace("", "");
        }
        attributes(from, to);
        int depth = from.depth();
        while (from.next() != XmlEvent.END_ELEMENT || from.depth() > depth) {
            item(from, to);
        }
        to.endElement();
    }

    private static void item(XmlReader from, XmlWriter to) {
        switch (from.event()) {
            case START_DOCUMENT -> to.startDocument();
            case START_ELEMENT -> {
                to.startElement(from.prefix(), from.name());
                for (int i = 0; i < from.namespaceCount(); i++) {
                    to.namespace(from.namespacePrefix(i), from.namespaceUri(i));
                }
                attributes(from, to);
            }
            case END_ELEMENT -> to.endElement();
            case TEXT -> {
                BinaryContent binary = from.binary();
                if (binary != null) {
                    to.binary(binary);
                } else if (from.isCData()) {
                    to.cdata(from.text());
                } else {
                    to.text(from.text());
                }
            }
            case COMMENT -> to.comment(from.text());
            case PROCESSING_INSTRUCTION -> to.processingInstruction(from.target(), from.text());
            case END_DOCUMENT -> to.endDocument();
            case DOCTYPE -> {
                XmlDoctype doctype = from.doctype();
                if (doctype != null) {
                    to.doctype(doctype);
                }
            }
            case ENTITY_REFERENCE -> to.entityReference(from.entityName());
            case ENTITY_START, ENTITY_END -> {
                // The text of the entity comes as items of its own.
            }
            case INCOMPLETE ->
                throw new IllegalStateException("an item that is not complete cannot be copied: " + from.event());
        }
    }

    private static void attributes(XmlReader from, XmlWriter to) {
        for (int i = 0; i < from.attributeCount(); i++) {
            to.attribute(from.attributePrefix(i), from.attributeName(i), from.attributeValue(i));
        }
    }
}
