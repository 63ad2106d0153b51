package dev.weir.soap.jaxws.handler;

import dev.weir.soap.http.MemoryRefusedException;
import dev.weir.soap.http.RequestMemory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * What a tree of SAAJ is made of: memory is taken before its nodes are made, and there are no processing instructions. SOAP allows
 * senders none, and endpoints and clients read over them; the tree throws when it is given one.
 *
 * <p>The bytes are those of the reference implementation (saaj-impl 3.0), whose nodes are nodes of the JDK's DOM, each with a
 * wrapper: as measured on a 64-bit JVM with compressed references.
 */
final class SaajContent extends XMLFilterImpl {
    private static final int ELEMENT_BYTES = 400;
    private static final int ATTRIBUTE_BYTES = 500;
    private static final int DECLARATION_BYTES = 700;
    private static final int TEXT_BYTES = 350;

    /** Taken at a time. */
    private static final int CHUNK_BYTES = 64 * 1024;

    private final RequestMemory memory;

    /** Of what has been taken, what no node has used. */
    private long left;

    private @Nullable MemoryRefusedException refused;

    SaajContent(XMLReader reader, RequestMemory memory) {
        super(reader);
        this.memory = memory;
    }

    /** Why it was given up, which whoever runs the parser wraps; null where it was not. */
    @Nullable MemoryRefusedException refused() {
        return refused;
    }

    private void take(long bytes) {
        left -= bytes;
        if (left < 0) {
            long more = CHUNK_BYTES - left;
            try {
                memory.take(more);
            } catch (MemoryRefusedException e) {
                refused = e;
                throw e;
            }
            left += more;
        }
    }

    @Override
    public void startPrefixMapping(String prefix, String uri) throws SAXException {
        take(DECLARATION_BYTES);
        super.startPrefixMapping(prefix, uri);
    }

    @Override
    public void startElement(String uri, String localName, String name, Attributes attributes) throws SAXException {
        long bytes = ELEMENT_BYTES;
        for (int i = 0; i < attributes.getLength(); i++) {
            bytes += ATTRIBUTE_BYTES + 2L * attributes.getValue(i).length();
        }
        take(bytes);
        super.startElement(uri, localName, name, attributes);
    }

    @Override
    public void characters(char[] text, int start, int length) throws SAXException {
        take(TEXT_BYTES + 2L * length);
        super.characters(text, start, length);
    }

    @Override
    public void processingInstruction(String target, String data) {}
}
