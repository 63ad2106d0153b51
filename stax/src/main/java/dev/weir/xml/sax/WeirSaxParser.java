package dev.weir.xml.sax;

import javax.xml.parsers.SAXParser;
import javax.xml.validation.Schema;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLReaderAdapter;

/** A JAXP {@link SAXParser} over one {@link WeirSaxReader}, which is reused for all documents. One thread at a time. */
final class WeirSaxParser extends SAXParser {
    private final SaxSettings initial;
    private final @Nullable Schema schema;
    private final WeirSaxReader reader;

    WeirSaxParser(SaxSettings initial, @Nullable Schema schema) {
        this.initial = initial;
        this.schema = schema;
        this.reader = new WeirSaxReader(initial.copy(), schema == null ? null : schema.newValidatorHandler());
    }

    @Override
    public XMLReader getXMLReader() {
        return reader;
    }

    @Override
    @Deprecated
    @SuppressWarnings("deprecation") // SAX 1, for those who still have it
    public org.xml.sax.Parser getParser() throws SAXException {
        return new XMLReaderAdapter(reader);
    }

    @Override
    public boolean isNamespaceAware() {
        return initial.is(SaxSettings.NAMESPACES);
    }

    @Override
    public boolean isValidating() {
        return initial.is(SaxSettings.VALIDATION);
    }

    @Override
    public boolean isXIncludeAware() {
        return false;
    }

    @Override
    public @Nullable Schema getSchema() {
        return schema;
    }

    @Override
    public void setProperty(String name, @Nullable Object value)
            throws SAXNotRecognizedException, SAXNotSupportedException {
        reader.setProperty(name, value);
    }

    @Override
    public @Nullable Object getProperty(String name) throws SAXNotRecognizedException, SAXNotSupportedException {
        return reader.getProperty(name);
    }

    @Override
    public void reset() {
        reader.reset(initial);
    }
}
