package dev.weir.bind.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.LocatorImpl;

/** Writes to a SAX ContentHandler and LexicalHandler. */
public final class SaxHandlerTarget implements MarshalTarget<SAXException> {
    private record Open(String uri, String local, String qualified, int mappings) {}

    private final ContentHandler content;
    private final @Nullable LexicalHandler lexical;
    private final List<Open> open = new ArrayList<>();

    /** The mapped prefixes, innermost last. */
    private final List<String> mapped = new ArrayList<>();

    private final AttributesImpl attributes = new AttributesImpl();

    public SaxHandlerTarget(ContentHandler content, @Nullable LexicalHandler lexical) {
        this.content = content;
        this.lexical = lexical;
    }

    @Override
    public void startDocument() throws SAXException {
        content.setDocumentLocator(new LocatorImpl());
        content.startDocument();
    }

    @Override
    public void startTag(String prefix, String uri, String local) {
        attributes.clear();
        open.add(new Open(uri, local, qualified(prefix, local), mapped.size()));
    }

    private static String qualified(String prefix, String local) {
        return prefix.isEmpty() ? local : prefix + ":" + local;
    }

    @Override
    public void namespace(String prefix, String uri) throws SAXException {
        mapped.add(prefix);
        content.startPrefixMapping(prefix, uri);
    }

    @Override
    public void attribute(String prefix, String uri, String local, String value) {
        attributes.addAttribute(uri, local, qualified(prefix, local), "CDATA", value);
    }

    @Override
    public void startTagEnds() throws SAXException {
        Open element = open.get(open.size() - 1);
        content.startElement(element.uri(), element.local(), element.qualified(), attributes);
    }

    @Override
    public void endTag() throws SAXException {
        Open element = open.get(open.size() - 1);
        content.endElement(element.uri(), element.local(), element.qualified());
        open.remove(open.size() - 1);
        while (mapped.size() > element.mappings()) {
            content.endPrefixMapping(Objects.requireNonNull(mapped.remove(mapped.size() - 1)));
        }
    }

    /** Where the handler is, as the open elements from the outermost on: {@code /orders/order}. What the handler refuses is there. */
    public String path() {
        StringBuilder path = new StringBuilder();
        open.forEach(element -> path.append('/').append(element.qualified()));
        return path.toString();
    }

    @Override
    public void text(String text) throws SAXException {
        content.characters(text.toCharArray(), 0, text.length());
    }

    @Override
    public void comment(String text) throws SAXException {
        if (lexical != null) {
            lexical.comment(text.toCharArray(), 0, text.length());
        }
    }

    @Override
    public void processingInstruction(String target, String data) throws SAXException {
        content.processingInstruction(target, data);
    }

    @Override
    public void endDocument() throws SAXException {
        content.endDocument();
    }

    @Override
    public void flush() {}
}
