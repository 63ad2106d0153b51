package dev.weir.xml.text;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.util.Map;
import java.util.TreeMap;

/**
 * The canonical form in which the W3C suite says what a document holds. Its second variant begins with a DOCTYPE that
 * lists the notations; the reader does not tell these, so they are left out of the comparison.
 */
final class CanonicalForm {
    private CanonicalForm() {}

    static String withoutDoctype(String form) {
        int start = form.indexOf("<!DOCTYPE ");
        return start < 0 ? form : form.substring(0, start) + form.substring(form.indexOf("]>\n", start) + 3);
    }

    static String of(XmlReader reader) {
        StringBuilder form = new StringBuilder();
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            switch (reader.event()) {
                case START_ELEMENT -> {
                    form.append('<').append(name(reader.prefix(), reader.name().local()));
                    attributes(reader).forEach((name, value) -> {
                        form.append(' ').append(name).append("=\"");
                        escape(value, form);
                        form.append('"');
                    });
                    form.append('>');
                }
                case END_ELEMENT ->
                    form.append("</")
                            .append(name(reader.prefix(), reader.name().local()))
                            .append('>');
                case TEXT -> escape(reader.text(), form);
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

    private static void escape(String text, StringBuilder to) {
        for (char c : text.toCharArray()) {
            switch (c) {
                case '&' -> to.append("&amp;");
                case '<' -> to.append("&lt;");
                case '>' -> to.append("&gt;");
                case '"' -> to.append("&quot;");
                case '\t', '\n', '\r' -> to.append("&#").append((int) c).append(';');
                default -> to.append(c);
            }
        }
    }
}
