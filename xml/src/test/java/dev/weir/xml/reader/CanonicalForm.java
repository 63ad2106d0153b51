package dev.weir.xml.reader;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.Declaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdSource;
import dev.weir.xml.dtd.NotationDeclaration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The canonical forms in which the W3C suite says what a document holds: the first canonical form of James Clark, and the
 * second, which begins with the notations.
 */
public final class CanonicalForm {
    private CanonicalForm() {}

    /** Of the document without its DTD. */
    public static String of(XmlReader reader) {
        return form(reader, false, false);
    }

    /** The first form: the processing instructions of the DTD stand before the document's element. */
    public static String withInstructions(XmlReader reader) {
        return form(reader, true, false);
    }

    /** The second form. */
    public static String withNotations(XmlReader reader) {
        return form(reader, true, true);
    }

    private static String form(XmlReader reader, boolean instructions, boolean notations) {
        StringBuilder form = new StringBuilder();
        XmlDeclaration declaration = instructions ? reader.declaration() : null;
        // Only XML 1.1 can say these characters, by references.
        boolean controls = declaration != null && declaration.version().equals("1.1");
        if (controls) {
            form.append("<?xml version=\"1.1\"?>");
        }
        boolean told = false;
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            Dtd dtd = reader instanceof DtdSource source && !told ? source.dtd() : null;
            if (dtd != null) {
                told = true;
                if (instructions) {
                    instructions(dtd, form);
                }
                if (notations) {
                    notations(dtd, form);
                }
            }
            switch (reader.event()) {
                case START_ELEMENT -> {
                    form.append('<').append(name(reader.prefix(), reader.name().local()));
                    attributes(reader).forEach((name, value) -> {
                        form.append(' ').append(name).append("=\"");
                        escape(value, controls, form);
                        form.append('"');
                    });
                    form.append('>');
                }
                case END_ELEMENT ->
                    form.append("</")
                            .append(name(reader.prefix(), reader.name().local()))
                            .append('>');
                case TEXT -> escape(reader.text(), controls, form);
                case PROCESSING_INSTRUCTION ->
                    form.append("<?")
                            .append(reader.target())
                            .append(' ')
                            .append(reader.text())
                            .append("?>");
                default -> {}
            }
        }
        return form.toString();
    }

    private static void instructions(Dtd dtd, StringBuilder form) {
        for (Declaration item : dtd.declarations()) {
            if (item instanceof Declaration.Instruction instruction) {
                form.append("<?")
                        .append(instruction.target())
                        .append(' ')
                        .append(instruction.data())
                        .append("?>");
            }
        }
    }

    private static void notations(Dtd dtd, StringBuilder form) {
        form.append("<!DOCTYPE ").append(dtd.doctype().name()).append(" [\n");
        Map<String, NotationDeclaration> sorted = new TreeMap<>();
        dtd.notations().forEach(notation -> sorted.put(notation.name(), notation));
        for (NotationDeclaration notation : sorted.values()) {
            form.append("<!NOTATION ").append(notation.name());
            form.append(notation.publicId() == null ? " SYSTEM" : " PUBLIC '" + notation.publicId() + "'");
            form.append(notation.systemId() == null ? "" : " '" + notation.systemId() + "'")
                    .append(">\n");
        }
        form.append("]>\n");
    }

    private static Map<String, String> attributes(XmlReader reader) {
        Map<String, String> sorted = new TreeMap<>();
        for (int i = 0; i < reader.attributeCount(); i++) {
            sorted.put(name(reader.attributePrefix(i), reader.attributeName(i).local()), reader.attributeValue(i));
        }
        for (int i = 0; i < reader.namespaceCount(); i++) {
            String prefix = reader.namespacePrefix(i);
            sorted.put(prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, reader.namespaceUri(i));
        }
        return sorted;
    }

    private static String name(String prefix, String local) {
        return prefix.isEmpty() ? local : prefix + ":" + local;
    }

    private static void escape(String text, boolean controls, StringBuilder to) {
        for (char c : text.toCharArray()) {
            switch (c) {
                case '&' -> to.append("&amp;");
                case '<' -> to.append("&lt;");
                case '>' -> to.append("&gt;");
                case '"' -> to.append("&quot;");
                case '\t', '\n', '\r' -> to.append("&#").append((int) c).append(';');
                default -> {
                    if (controls && Character.isISOControl(c)) {
                        to.append("&#").append((int) c).append(';');
                    } else {
                        to.append(c);
                    }
                }
            }
        }
    }
}
