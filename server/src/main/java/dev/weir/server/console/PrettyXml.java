package dev.weir.server.console;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.XmlReaders;
import java.nio.charset.StandardCharsets;

/** XML with a line for each element, as people read it: white space between elements is not that of the document. */
final class PrettyXml {
    private static final int DEEPEST = 40;

    private final StringBuilder text;
    /** True right behind a start tag, whose end the element may turn out to be. */
    private boolean begun;
    /** White space behind that tag: content, where the element has nothing else. */
    private String blank = "";
    /** True where text has been written that the next tag must not be separated from. */
    private boolean inText;

    private PrettyXml(int length) {
        this.text = new StringBuilder(length);
    }

    /** The same document, or the text as it is where it is none. */
    static String of(String document) {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        try (XmlReader reader = XmlReaders.open(bytes)) {
            PrettyXml pretty = new PrettyXml(bytes.length * 3 / 2);
            for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
                pretty.add(event, reader);
            }
            return pretty.text.toString().strip();
        } catch (XmlException e) {
            return document;
        }
    }

    private void add(XmlEvent event, XmlReader reader) {
        switch (event) {
            case START_ELEMENT -> {
                line(reader.depth() - 1);
                startTag(reader);
                begun = true;
                blank = "";
                inText = false;
            }
            case TEXT -> {
                if (reader.isWhitespace() && !inText) {
                    blank += begun ? reader.text() : "";
                } else {
                    closeTag();
                    escape(reader.text());
                    inText = true;
                }
            }
            case END_ELEMENT -> {
                if (begun && blank.isEmpty()) {
                    text.append("/>");
                } else {
                    if (begun) {
                        text.append('>').append(blank);
                    } else if (!inText) {
                        line(reader.depth() - 1);
                    }
                    text.append("</").append(reader.qualifiedName()).append('>');
                }
                begun = false;
                inText = false;
            }
            case COMMENT -> {
                line(reader.depth());
                text.append("<!--").append(reader.text()).append("-->");
            }
            case PROCESSING_INSTRUCTION -> {
                line(reader.depth());
                text.append("<?")
                        .append(reader.target())
                        .append(' ')
                        .append(reader.text())
                        .append("?>");
            }
            default -> {
                // nothing of the others is shown
            }
        }
    }

    private void line(int depth) {
        closeTag();
        if (!inText) {
            text.append('\n').append("  ".repeat(Math.min(depth, DEEPEST)));
        }
    }

    private void closeTag() {
        if (begun) {
            text.append('>');
            begun = false;
        }
    }

    private void startTag(XmlReader reader) {
        text.append('<').append(reader.qualifiedName());
        for (int i = 0; i < reader.namespaceCount(); i++) {
            String prefix = reader.namespacePrefix(i);
            attribute(prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, reader.namespaceUri(i));
        }
        for (int i = 0; i < reader.attributeCount(); i++) {
            attribute(reader.attributeQualifiedName(i), reader.attributeValue(i));
        }
    }

    private void attribute(String name, String value) {
        text.append(' ').append(name).append("=\"");
        escape(value);
        text.append('"');
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '&' -> text.append("&amp;");
                case '"' -> text.append("&quot;");
                default -> text.append(c);
            }
        }
    }
}
