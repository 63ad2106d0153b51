package dev.weir.xml.sax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.reader.ConformanceSuite;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.ext.DefaultHandler2;
import org.xml.sax.ext.Locator2;

/** The W3C suite, as the fifth edition has it, through the SAX parser: the same documents pass, with the same content. */
class SaxConformanceTest {
    private static final String FEATURES = "http://xml.org/sax/features/";

    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "false, 1", "false, 7"})
    void everyDocumentIsReadAsTheSuiteSays(boolean validating, int pieceBytes) throws Exception {
        String mode = validating ? "FIFTH_EDITION_VALIDATING " : "FIFTH_EDITION ";
        Map<String, String> expected = ConformanceSuite.list("conformance-failures.txt");
        List<String> wrong = new ArrayList<>();
        int right = 0;
        for (ConformanceSuite.Case test : ConformanceSuite.cases()) {
            if (test.type().equals("error")
                    || !test.editions().contains("5")
                    || expected.containsKey(mode + test.id())) {
                continue;
            }
            String failure = failure(test, validating, pieceBytes);
            if (failure.isEmpty()) {
                right++;
            } else {
                wrong.add(test.id() + ": " + failure);
            }
        }
        assertEquals("", String.join("\n", wrong));
        assertTrue(right > 2000, "is the suite complete?");
    }

    /** Gives a few bytes at a time. */
    private static InputStream inPieces(byte[] document, int pieceBytes) {
        return new ByteArrayInputStream(document) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, pieceBytes));
            }
        };
    }

    /** @param pieceBytes how many bytes come at a time; 0 for all */
    private static String failure(ConformanceSuite.Case test, boolean validating, int pieceBytes) throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setProperty(WeirSaxReader.LIMITS, ConformanceSuite.LIMITS);
        parser.setFeature(FEATURES + "namespaces", test.namespaces());
        parser.setFeature(FEATURES + "namespace-prefixes", true);
        parser.setFeature(FEATURES + "validation", validating);
        parser.setFeature(FEATURES + "external-general-entities", true);
        parser.setFeature(FEATURES + "external-parameter-entities", true);
        parser.setFeature(FEATURES + "resolve-dtd-uris", false);
        Canonical told = new Canonical();
        parser.setContentHandler(told);
        parser.setDTDHandler(told);
        parser.setErrorHandler(told);
        parser.setProperty("http://xml.org/sax/properties/lexical-handler", told);
        InputSource input = new InputSource(
                pieceBytes == 0 ? new ByteArrayInputStream(test.document()) : inPieces(test.document(), pieceBytes));
        input.setSystemId(test.file().toUri().toString());
        try {
            parser.parse(input);
        } catch (SAXParseException refused) {
            return test.type().equals("not-wf") ? "" : "is refused: " + refused.getMessage();
        } catch (IOException | SAXException unreadable) {
            return "cannot be read: " + unreadable;
        }
        if (test.type().equals("not-wf")) {
            return "is accepted";
        }
        if (validating && test.type().equals("valid") != (told.errors == 0)) {
            return told.errors == 0 ? "is taken for valid" : "is taken for invalid";
        }
        if (test.output() == null) {
            return "";
        }
        String form = Files.readString(test.output());
        String own = told.form(form.contains("<!DOCTYPE "));
        return own.equals(form) ? "" : "canonical form: " + own + " instead of " + form;
    }

    /** Writes James Clark's canonical forms. */
    private static final class Canonical extends DefaultHandler2 {
        private final StringBuilder prolog = new StringBuilder();
        private final StringBuilder content = new StringBuilder();
        private final TreeMap<String, String> notations = new TreeMap<>();
        private String root = "";
        private boolean inDtd;
        private Locator2 locator;
        private int errors;

        String form(boolean withNotations) {
            StringBuilder doctype = new StringBuilder();
            if (withNotations) {
                doctype.append("<!DOCTYPE ").append(root).append(" [\n");
                notations.values().forEach(doctype::append);
                doctype.append("]>\n");
            }
            return prolog.toString() + doctype + content;
        }

        @Override
        public void setDocumentLocator(Locator given) {
            locator = (Locator2) given;
        }

        @Override
        public void startDocument() {
            if (isVersion11()) {
                prolog.append("<?xml version=\"1.1\"?>");
            }
        }

        private boolean isVersion11() {
            return "1.1".equals(locator.getXMLVersion());
        }

        @Override
        public void startDTD(String name, String publicId, String systemId) {
            root = name;
            inDtd = true;
        }

        @Override
        public void endDTD() {
            inDtd = false;
        }

        @Override
        public void notationDecl(String name, String publicId, String systemId) {
            notations.put(
                    name,
                    "<!NOTATION " + name + (publicId == null ? " SYSTEM" : " PUBLIC '" + publicId + "'")
                            + (systemId == null ? "" : " '" + systemId + "'") + ">\n");
        }

        @Override
        public void startElement(String uri, String local, String name, Attributes attributes) {
            content.append('<').append(name);
            TreeMap<String, String> sorted = new TreeMap<>();
            for (int i = 0; i < attributes.getLength(); i++) {
                sorted.put(attributes.getQName(i), attributes.getValue(i));
            }
            sorted.forEach((attribute, value) -> {
                content.append(' ').append(attribute).append("=\"");
                escape(value);
                content.append('"');
            });
            content.append('>');
        }

        @Override
        public void endElement(String uri, String local, String name) {
            content.append("</").append(name).append('>');
        }

        @Override
        public void processingInstruction(String target, String data) {
            (inDtd ? prolog : content)
                    .append("<?")
                    .append(target)
                    .append(' ')
                    .append(data)
                    .append("?>");
        }

        @Override
        public void characters(char[] text, int start, int length) {
            escape(new String(text, start, length));
        }

        @Override
        public void ignorableWhitespace(char[] text, int start, int length) {
            characters(text, start, length);
        }

        private void escape(String text) {
            for (char c : text.toCharArray()) {
                switch (c) {
                    case '&' -> content.append("&amp;");
                    case '<' -> content.append("&lt;");
                    case '>' -> content.append("&gt;");
                    case '"' -> content.append("&quot;");
                    default -> {
                        if (c == '\t' || c == '\n' || c == '\r' || (isVersion11() && Character.isISOControl(c))) {
                            content.append("&#").append((int) c).append(';');
                        } else {
                            content.append(c);
                        }
                    }
                }
            }
        }

        @Override
        public void error(SAXParseException breach) {
            errors++;
        }
    }
}
