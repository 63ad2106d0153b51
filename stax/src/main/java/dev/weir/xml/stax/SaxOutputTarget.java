package dev.weir.xml.stax;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.lexical.ItemChecks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.AttributesImpl;

/** Writes to SAX handlers: startElement is reported once the element's attributes are complete. */
final class SaxOutputTarget extends CheckedOutputTarget {
    private record Open(String prefix, String local, String uri, List<String> prefixes) {
        String qualified() {
            return prefix.isEmpty() ? local : prefix + ":" + local;
        }
    }

    private interface Call {
        void run() throws SAXException;
    }

    private final ContentHandler content;
    private final @Nullable LexicalHandler lexical;
    private final Deque<Open> open = new ArrayDeque<>();
    private final List<String> uris = new ArrayList<>();
    private final AttributesImpl attributes = new AttributesImpl();
    private boolean begun;
    private boolean ended;

    SaxOutputTarget(ContentHandler content, @Nullable LexicalHandler lexical, boolean checkingStructure) {
        super(checkingStructure);
        this.content = content;
        this.lexical = lexical;
    }

    private static void call(Call call) {
        try {
            call.run();
        } catch (SAXException refused) {
            throw new XmlException("the handler refused: " + refused.getMessage(), XmlLocation.NONE, refused);
        }
    }

    private void begin() {
        item();
        if (!begun) {
            begun = true;
            call(content::startDocument);
        }
    }

    @Override
    void openElement(String prefix, String local, String uri) {
        if (!begun) {
            begun = true;
            call(content::startDocument);
        }
        attributes.clear();
        uris.clear();
        open.push(new Open(prefix, local, uri, new ArrayList<>(2)));
    }

    private Open top() {
        Open top = open.peek();
        if (top == null) {
            throw wrong("no element is open");
        }
        return top;
    }

    @Override
    void completeStart() {
        Open top = top();
        call(() -> {
            for (int i = 0; i < uris.size(); i++) {
                content.startPrefixMapping(top.prefixes().get(i), uris.get(i));
            }
            content.startElement(top.uri(), top.local(), top.qualified(), attributes);
        });
    }

    @Override
    void closeElement() {
        Open top = open.pop();
        call(() -> {
            content.endElement(top.uri(), top.local(), top.qualified());
            for (int i = top.prefixes().size() - 1; i >= 0; i--) {
                content.endPrefixMapping(top.prefixes().get(i));
            }
        });
    }

    @Override
    void namespace(String prefix, String uri) {
        checkAttribute(prefix.isEmpty() ? "" : "xmlns", prefix.isEmpty() ? "xmlns" : prefix, uri);
        top().prefixes().add(prefix);
        uris.add(uri);
    }

    @Override
    void attribute(String prefix, String local, String uri, String value) {
        checkAttribute(prefix, local, value);
        attributes.addAttribute(uri, local, prefix.isEmpty() ? local : prefix + ":" + local, "CDATA", value);
    }

    @Override
    void text(String text) {
        if (textItem(text) && !text.isEmpty()) {
            call(() -> content.characters(text.toCharArray(), 0, text.length()));
        }
    }

    @Override
    void cdata(String text) {
        if (textItem(text)) {
            call(() -> {
                if (lexical != null) {
                    lexical.startCDATA();
                }
                content.characters(text.toCharArray(), 0, text.length());
                if (lexical != null) {
                    lexical.endCDATA();
                }
            });
        }
    }

    @Override
    void comment(String text) {
        ItemChecks.comment(text);
        begin();
        if (lexical != null) {
            call(() -> lexical.comment(text.toCharArray(), 0, text.length()));
        }
    }

    @Override
    void processingInstruction(String target, String data) {
        ItemChecks.instruction(target, data);
        begin();
        call(() -> content.processingInstruction(target, data));
    }

    @Override
    void entityReference(String name) {
        begin();
        call(() -> content.skippedEntity(name));
    }

    @Override
    void doctype(String markup) {
        throw new UnsupportedOperationException("a SAX handler takes no document type declaration as text");
    }

    @Override
    void doctype(XmlDoctype doctype) {
        if (doctype.internalSubset() != null) {
            throw new UnsupportedOperationException("a SAX handler takes no internal subset as text");
        }
        begin();
        if (lexical != null) {
            call(() -> {
                lexical.startDTD(doctype.name(), doctype.publicId(), doctype.systemId());
                lexical.endDTD();
            });
        }
    }

    @Override
    void raw(String markup) {
        throw new UnsupportedOperationException("a SAX handler takes no markup as text");
    }

    @Override
    void end() {
        super.end();
        if (begun && !ended) {
            ended = true;
            call(content::endDocument);
        }
    }
}
