package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.ConformanceSuite;
import dev.weir.xml.reader.Recording;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.sax.WeirSaxReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.helpers.XMLFilterImpl;

/** The valid documents of the W3C suite as fast infosets that the reference implementation wrote. */
class SuiteFastInfosetTest {
    /** Comments in a DTD are no part of the infoset; its instructions the reference writes behind it. */
    private static final class OutsideDtd extends XMLFilterImpl implements LexicalHandler {
        private final LexicalHandler outside;
        private boolean inside;

        private OutsideDtd(SAXDocumentSerializer outside) {
            this.outside = outside;
            setContentHandler(outside);
        }

        @Override
        public void processingInstruction(String target, String data) throws SAXException {
            if (!inside) {
                super.processingInstruction(target, data);
            }
        }

        @Override
        public void comment(char[] text, int start, int length) throws SAXException {
            if (!inside) {
                outside.comment(text, start, length);
            }
        }

        @Override
        public void startDTD(String name, @Nullable String publicId, @Nullable String systemId) throws SAXException {
            inside = true;
            outside.startDTD(name, publicId, systemId);
        }

        @Override
        public void endDTD() throws SAXException {
            inside = false;
            outside.endDTD();
        }

        @Override
        public void startEntity(String name) {}

        @Override
        public void endEntity(String name) {}

        @Override
        public void startCDATA() throws SAXException {
            outside.startCDATA();
        }

        @Override
        public void endCDATA() throws SAXException {
            outside.endCDATA();
        }
    }

    private static byte[] byTheReference(ConformanceSuite.Case test) throws Exception {
        XMLReader parser = new WeirSaxReader();
        parser.setProperty(WeirSaxReader.LIMITS, ConformanceSuite.LIMITS);
        parser.setEntityResolver((publicId, systemId) -> {
            InputSource entity = new InputSource(ConformanceSuite.open(systemId));
            entity.setSystemId(systemId);
            return entity;
        });
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SAXDocumentSerializer serializer = new SAXDocumentSerializer();
        serializer.setOutputStream(out);
        OutsideDtd filter = new OutsideDtd(serializer);
        parser.setContentHandler(filter);
        parser.setProperty("http://xml.org/sax/properties/lexical-handler", filter);
        InputSource source = new InputSource(new ByteArrayInputStream(test.document()));
        source.setSystemId(test.file().toUri().toString());
        parser.parse(source);
        return out.toByteArray();
    }

    @Test
    void whatTheReferenceWritesIsReadAsTheTextIs() throws Exception {
        List<String> different = new ArrayList<>();
        int read = 0;
        FastInfosetReadOptions options = FastInfosetReadOptions.DEFAULT
                .withLimits(ConformanceSuite.LIMITS)
                .withDtdPolicy(DtdPolicy.INTERNAL);
        for (ConformanceSuite.Case test : ConformanceSuite.cases()) {
            if (!test.type().equals("valid") || !test.namespaces()) {
                continue;
            }
            byte[] document = byTheReference(test);
            byte[] text = test.document();
            List<String> expected;
            try (XmlReader reader = XmlReaders.open(text, 0, text.length, test.options(false))) {
                expected = Recording.of(reader);
            }
            List<String> found;
            try (XmlReader reader = FastInfoset.reader(document, 0, document.length, options)) {
                found = Recording.of(reader);
            } catch (RuntimeException refused) {
                different.add(test.id() + ": " + refused.getMessage());
                continue;
            }
            read++;
            if (!found.equals(expected)) {
                int i = 0;
                while (i < Math.min(found.size(), expected.size())
                        && found.get(i).equals(expected.get(i))) {
                    i++;
                }
                different.add(test.id() + "\n    " + expected.subList(i, Math.min(i + 2, expected.size())) + "\n    "
                        + found.subList(i, Math.min(i + 2, found.size())));
            }
        }
        assertTrue(read > 600, "documents read: " + read);
        assertEquals("", String.join("\n", different));
    }
}
