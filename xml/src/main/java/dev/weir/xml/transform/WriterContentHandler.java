package dev.weir.xml.transform;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.ext.LexicalHandler;

/** Passes SAX events on to an {@link XmlWriter}; the writer's exceptions become SAXExceptions. */
final class WriterContentHandler implements ContentHandler, LexicalHandler {
    private final XmlWriter writer;

    /** Prefix, namespace name, ... announced for the next element. */
    private final List<String> announced = new ArrayList<>();

    private boolean cdata;

    WriterContentHandler(XmlWriter writer) {
        this.writer = writer;
    }

    /** The work of one handler method, whose exceptions become SAXExceptions. */
    private interface Step {
        void run();
    }

    private static void run(Step step) throws SAXException {
        try {
            step.run();
        } catch (XmlException refused) {
            throw new SAXException(refused.getMessage(), refused);
        } catch (UncheckedIOException failed) {
            IOException cause = failed.getCause();
            throw new SAXException(failed.getMessage(), cause == null ? new IOException(failed) : cause);
        }
    }

    @Override
    public void startPrefixMapping(String prefix, String uri) {
        announced.add(prefix);
        announced.add(uri);
    }

    @Override
    public void startElement(String uri, String local, String qualified, Attributes attributes) throws SAXException {
        run(() -> {
            XmlName name = XmlName.of(uri, local.isEmpty() ? localPart(qualified) : local);
            writer.startElement(prefix(qualified), name);
            for (int i = 0; i < announced.size(); i += 2) {
                if (!announced.get(i).equals("xml")) {
                    writer.namespace(announced.get(i), announced.get(i + 1));
                }
            }
            announced.clear();
            for (int i = 0; i < attributes.getLength(); i++) {
                attribute(attributes, i);
            }
        });
    }

    private void attribute(Attributes attributes, int index) {
        String qualified = attributes.getQName(index);
        if (qualified.equals("xmlns") || qualified.startsWith("xmlns:")) {
            writer.namespace(qualified.equals("xmlns") ? "" : localPart(qualified), attributes.getValue(index));
            return;
        }
        String local = attributes.getLocalName(index);
        writer.attribute(
                prefix(qualified),
                XmlName.of(attributes.getURI(index), local.isEmpty() ? localPart(qualified) : local),
                attributes.getValue(index));
    }

    private static String prefix(String qualified) {
        int colon = qualified.indexOf(':');
        return colon < 0 ? "" : qualified.substring(0, colon);
    }

    private static String localPart(String qualified) {
        return qualified.substring(qualified.indexOf(':') + 1);
    }

    @Override
    public void endElement(String uri, String local, String qualified) throws SAXException {
        run(writer::endElement);
    }

    @Override
    public void characters(char[] text, int start, int length) throws SAXException {
        if (length == 0) {
            return;
        }
        String string = new String(text, start, length);
        run(() -> {
            if (cdata) {
                writer.cdata(string);
            } else {
                writer.text(string);
            }
        });
    }

    @Override
    public void ignorableWhitespace(char[] text, int start, int length) throws SAXException {
        characters(text, start, length);
    }

    @Override
    public void processingInstruction(String target, @Nullable String data) throws SAXException {
        run(() -> writer.processingInstruction(target, data == null ? "" : data));
    }

    @Override
    public void comment(char[] text, int start, int length) throws SAXException {
        String string = new String(text, start, length);
        run(() -> writer.comment(string));
    }

    @Override
    public void startCDATA() {
        cdata = true;
    }

    @Override
    public void endCDATA() {
        cdata = false;
    }

    @Override
    public void skippedEntity(String name) throws SAXException {
        throw new SAXException("the entity " + name + " was not resolved, so its content would be lost");
    }

    @Override
    public void endDocument() throws SAXException {
        run(writer::flush);
    }

    // Events that a writer does not need

    @Override
    public void setDocumentLocator(Locator locator) {}

    @Override
    public void startDocument() {}

    @Override
    public void endPrefixMapping(String prefix) {}

    @Override
    public void startDTD(String name, String publicId, String systemId) {}

    @Override
    public void endDTD() {}

    @Override
    public void startEntity(String name) {}

    @Override
    public void endEntity(String name) {}
}
