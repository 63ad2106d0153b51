package dev.weir.xml.sax;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.Attributes2;
import org.xml.sax.ext.DefaultHandler2;

/** Every callback of SAX as a line; what SAX leaves open (the cuts of text, the order of attributes) is made the same. */
final class SaxRecording extends DefaultHandler2 {
    final List<String> lines = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final TreeSet<String> mappings = new TreeSet<>();
    private String kind = "";
    private final boolean boundaries;
    Locator locator;

    SaxRecording() {
        this(true);
    }

    /** @param boundaries whether entities of content are recorded */
    SaxRecording(boolean boundaries) {
        this.boundaries = boundaries;
    }

    /** Takes all of a parser's handlers. */
    SaxRecording on(XMLReader parser) throws Exception {
        parser.setContentHandler(this);
        parser.setDTDHandler(this);
        parser.setErrorHandler(this);
        parser.setProperty("http://xml.org/sax/properties/lexical-handler", this);
        parser.setProperty("http://xml.org/sax/properties/declaration-handler", this);
        return this;
    }

    private void add(String line) {
        flush();
        lines.add(line);
    }

    private void flush() {
        if (text.length() > 0) {
            lines.add(kind + " " + text);
            text.setLength(0);
        }
        if (!mappings.isEmpty()) {
            lines.addAll(mappings);
            mappings.clear();
        }
    }

    private void text(String more, char[] characters, int start, int length) {
        if (length > 0) {
            if (!kind.equals(more) || !mappings.isEmpty()) {
                flush();
            }
            kind = more;
            text.append(characters, start, length);
        }
    }

    private void mapping(String line) {
        if (text.length() > 0) {
            flush();
        }
        mappings.add(line);
    }

    @Override
    public void setDocumentLocator(Locator given) {
        locator = given;
    }

    @Override
    public void startDocument() {
        add("startDocument");
    }

    @Override
    public void endDocument() {
        add("endDocument");
    }

    @Override
    public void startPrefixMapping(String prefix, String uri) {
        mapping("startPrefixMapping " + prefix + "=" + uri);
    }

    @Override
    public void endPrefixMapping(String prefix) {
        mapping("endPrefixMapping " + prefix);
    }

    @Override
    public void startElement(String uri, String local, String qualified, Attributes attributes) {
        TreeSet<String> told = new TreeSet<>();
        for (int i = 0; i < attributes.getLength(); i++) {
            Attributes2 more = (Attributes2) attributes;
            told.add(" " + attributes.getQName(i) + "|" + attributes.getURI(i) + "|" + attributes.getLocalName(i) + "|"
                    + attributes.getType(i) + "='" + attributes.getValue(i) + "'"
                    + (more.isSpecified(i) ? "" : " defaulted")
                    + (more.isDeclared(i) ? " declared" : ""));
        }
        add("startElement " + uri + "|" + local + "|" + qualified + String.join("", told));
    }

    @Override
    public void endElement(String uri, String local, String qualified) {
        add("endElement " + uri + "|" + local + "|" + qualified);
    }

    @Override
    public void characters(char[] characters, int start, int length) {
        text("characters", characters, start, length);
    }

    @Override
    public void ignorableWhitespace(char[] characters, int start, int length) {
        text("ignorableWhitespace", characters, start, length);
    }

    @Override
    public void processingInstruction(String target, String data) {
        add("processingInstruction " + target + " " + data);
    }

    @Override
    public void skippedEntity(String name) {
        add("skippedEntity " + name);
    }

    @Override
    public void startDTD(String name, String publicId, String systemId) {
        add("startDTD " + name + " " + publicId + " " + systemId);
    }

    @Override
    public void endDTD() {
        add("endDTD");
    }

    /** SAX lets parsers choose whether they tell of those that are built in. */
    private boolean isWanted(String name) {
        return name.startsWith("[")
                || name.startsWith("%")
                || (boundaries && !List.of("amp", "lt", "gt", "apos", "quot").contains(name));
    }

    @Override
    public void startEntity(String name) {
        if (!isWanted(name)) {
            return;
        }
        add("startEntity " + name);
    }

    @Override
    public void endEntity(String name) {
        if (!isWanted(name)) {
            return;
        }
        add("endEntity " + name);
    }

    @Override
    public void startCDATA() {
        add("startCDATA");
    }

    @Override
    public void endCDATA() {
        add("endCDATA");
    }

    @Override
    public void comment(char[] characters, int start, int length) {
        add("comment " + new String(characters, start, length));
    }

    @Override
    public void elementDecl(String name, String model) {
        add("elementDecl " + name + " " + model);
    }

    @Override
    public void attributeDecl(String element, String name, String type, String mode, String value) {
        add("attributeDecl " + element + " " + name + " " + type + " " + mode + " " + value);
    }

    @Override
    public void internalEntityDecl(String name, String value) {
        add("internalEntityDecl " + name + " " + value);
    }

    @Override
    public void externalEntityDecl(String name, String publicId, String systemId) {
        add("externalEntityDecl " + name + " " + publicId + " " + systemId);
    }

    @Override
    public void notationDecl(String name, String publicId, String systemId) {
        add("notationDecl " + name + " " + publicId + " " + systemId);
    }

    @Override
    public void unparsedEntityDecl(String name, String publicId, String systemId, String notation) {
        add("unparsedEntityDecl " + name + " " + publicId + " " + systemId + " " + notation);
    }

    @Override
    public void error(SAXParseException wrong) {
        flush();
        if (lines.isEmpty() || !lines.get(lines.size() - 1).equals("error")) {
            lines.add("error"); // one mistake may break several rules
        }
    }

    @Override
    public void fatalError(SAXParseException wrong) throws SAXParseException {
        flush();
        throw wrong;
    }
}
