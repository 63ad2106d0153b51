package dev.weir.xml.stax;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.net.URL;
import javax.xml.stream.EventFilter;
import javax.xml.stream.StreamFilter;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLReporter;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.XMLEventAllocator;
import javax.xml.transform.Source;
import javax.xml.transform.stax.StAXSource;
import org.codehaus.stax2.XMLEventReader2;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.ri.Stax2FilteredStreamReader;
import org.codehaus.stax2.ri.Stax2ReaderAdapter;
import org.codehaus.stax2.ri.evt.Stax2EventReaderAdapter;
import org.codehaus.stax2.ri.evt.Stax2FilteredEventReader;
import org.jspecify.annotations.Nullable;

/**
 * StAX 1.0 and StAX2 readers. Secure by default: the internal subset of a DTD is processed within limits, and a
 * document that needs an external entity or subset is refused, until {@link
 * XMLInputFactory#IS_SUPPORTING_EXTERNAL_ENTITIES} is set (then {@link javax.xml.XMLConstants#ACCESS_EXTERNAL_DTD}
 * specifies the allowed protocols) or a resolver supplies it.
 *
 * <p>Properties are those of StAX 1.0 and StAX2, and Woodstox's by their names ({@code com.ctc.wstx.maxElementDepth}
 * and so on). Sizes are counted in bytes of the document. Properties that only tune performance there are accepted and
 * have no effect; an unknown property, or a value that is not supported here, raises an IllegalArgumentException.
 *
 * <p>A factory is thread-safe; each reader gets the properties as they are when it is created. Readers must be used by
 * one thread at a time. They close sources that they opened themselves, a File for example, at the end of the document
 * or when they are closed; sources passed by the caller only if {@link XMLInputFactory2#P_AUTO_CLOSE_INPUT} is set.
 */
public class WeirInputFactory extends XMLInputFactory2 {
    /**
     * The property that enables Fast Infoset documents beside text, distinguished by their first octets: true, or
     * {@code dev.weir.xml.fastinfoset.FastInfosetReadOptions} with vocabularies and algorithms. The other properties
     * set limits, DTD policy and text events for both; names always have namespaces. Needs the artefact
     * weir-fastinfoset.
     */
    public static final String FAST_INFOSET = "urn:weir:xml:fast-infoset";

    private volatile InputSettings settings;

    public WeirInputFactory() {
        this(InputSettings.SAFE);
    }

    WeirInputFactory(InputSettings initial) {
        this.settings = initial;
    }

    // ---------------------------------------------------------------- cursors

    private static XMLStreamReader2 cursor(OpenedDocument input, InputSettings settings) {
        return new TypedStreamReader(input, settings);
    }

    @Override
    public XMLStreamReader createXMLStreamReader(InputStream in) throws XMLStreamException {
        return createXMLStreamReader(null, in, null);
    }

    @Override
    public XMLStreamReader createXMLStreamReader(InputStream in, @Nullable String encoding) throws XMLStreamException {
        return createXMLStreamReader(null, in, encoding);
    }

    @Override
    public XMLStreamReader createXMLStreamReader(@Nullable String systemId, InputStream in) throws XMLStreamException {
        return createXMLStreamReader(systemId, in, null);
    }

    private XMLStreamReader2 createXMLStreamReader(@Nullable String systemId, InputStream in, @Nullable String encoding)
            throws XMLStreamException {
        requireGiven(in);
        InputSettings now = settings;
        return cursor(OpenedDocument.of(in, false, null, systemId, encoding, now), now);
    }

    private static void requireGiven(@Nullable Object source) {
        if (source == null) {
            throw new IllegalArgumentException("the source of a document must not be null");
        }
    }

    @Override
    public XMLStreamReader createXMLStreamReader(Reader in) throws XMLStreamException {
        return createXMLStreamReader(null, in);
    }

    @Override
    public XMLStreamReader createXMLStreamReader(@Nullable String systemId, Reader in) throws XMLStreamException {
        requireGiven(in);
        InputSettings now = settings;
        return cursor(OpenedDocument.of(in, false, null, systemId, now), now);
    }

    /** For a {@link StAXSource} that wraps a stream reader, returns that reader. */
    @Override
    public XMLStreamReader createXMLStreamReader(Source source) throws XMLStreamException {
        requireGiven(source);
        if (source instanceof StAXSource stax && stax.getXMLStreamReader() != null) {
            return stax.getXMLStreamReader();
        }
        InputSettings now = settings;
        return cursor(OpenedDocument.of(source, now), now);
    }

    @Override
    public XMLStreamReader2 createXMLStreamReader(URL url) throws XMLStreamException {
        requireGiven(url);
        InputSettings now = settings;
        return cursor(OpenedDocument.of(url, now), now);
    }

    @Override
    public XMLStreamReader2 createXMLStreamReader(File file) throws XMLStreamException {
        requireGiven(file);
        try {
            return createXMLStreamReader(file.toURI().toURL());
        } catch (IOException failed) {
            throw new XMLStreamException(failed);
        }
    }

    @Override
    public XMLStreamReader createFilteredReader(XMLStreamReader reader, StreamFilter filter) {
        return new Stax2FilteredStreamReader(reader, filter);
    }

    // ---------------------------------------------------------------- event readers

    private XMLEventReader2 events(XMLStreamReader cursor) {
        InputSettings now = cursor instanceof TypedStreamReader ours ? ours.settings : settings;
        XMLEventAllocator given = now.allocator();
        return new EventReader(
                Stax2ReaderAdapter.wrapIfNecessary(cursor),
                given == null ? new EventAllocator(true, now.keepingLocations) : given.newInstance());
    }

    @Override
    public XMLEventReader createXMLEventReader(InputStream in) throws XMLStreamException {
        return events(createXMLStreamReader(in));
    }

    @Override
    public XMLEventReader createXMLEventReader(InputStream in, @Nullable String encoding) throws XMLStreamException {
        return events(createXMLStreamReader(in, encoding));
    }

    @Override
    public XMLEventReader createXMLEventReader(@Nullable String systemId, InputStream in) throws XMLStreamException {
        return events(createXMLStreamReader(systemId, in));
    }

    @Override
    public XMLEventReader createXMLEventReader(Reader in) throws XMLStreamException {
        return events(createXMLStreamReader(in));
    }

    @Override
    public XMLEventReader createXMLEventReader(@Nullable String systemId, Reader in) throws XMLStreamException {
        return events(createXMLStreamReader(systemId, in));
    }

    /** Starts at the reader's current event. */
    @Override
    public XMLEventReader createXMLEventReader(XMLStreamReader reader) {
        requireGiven(reader);
        return events(reader);
    }

    @Override
    public XMLEventReader createXMLEventReader(Source source) throws XMLStreamException {
        if (source instanceof StAXSource stax && stax.getXMLEventReader() != null) {
            return stax.getXMLEventReader();
        }
        return events(createXMLStreamReader(source));
    }

    @Override
    public XMLEventReader2 createXMLEventReader(URL url) throws XMLStreamException {
        return events(createXMLStreamReader(url));
    }

    @Override
    public XMLEventReader2 createXMLEventReader(File file) throws XMLStreamException {
        return events(createXMLStreamReader(file));
    }

    @Override
    public XMLEventReader createFilteredReader(XMLEventReader reader, EventFilter filter) {
        return new Stax2FilteredEventReader(Stax2EventReaderAdapter.wrapIfNecessary(reader), filter);
    }

    // ---------------------------------------------------------------- properties

    @Override
    public boolean isPropertySupported(String name) {
        return InputSettings.isKnown(name);
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return settings.get(name);
    }

    @Override
    public synchronized void setProperty(String name, @Nullable Object value) {
        settings = settings.with(name, value);
    }

    @Override
    public @Nullable XMLResolver getXMLResolver() {
        return (XMLResolver) getProperty(XMLInputFactory.RESOLVER);
    }

    @Override
    public void setXMLResolver(@Nullable XMLResolver resolver) {
        setProperty(XMLInputFactory.RESOLVER, resolver);
    }

    @Override
    public @Nullable XMLReporter getXMLReporter() {
        return (XMLReporter) getProperty(XMLInputFactory.REPORTER);
    }

    @Override
    public void setXMLReporter(@Nullable XMLReporter reporter) {
        setProperty(XMLInputFactory.REPORTER, reporter);
    }

    @Override
    public @Nullable XMLEventAllocator getEventAllocator() {
        return (XMLEventAllocator) getProperty(XMLInputFactory.ALLOCATOR);
    }

    @Override
    public void setEventAllocator(@Nullable XMLEventAllocator allocator) {
        setProperty(XMLInputFactory.ALLOCATOR, allocator);
    }

    // ---------------------------------------------------------------- profiles

    /**
     * Enables DTDs, namespaces and the expansion of entities. The setting for external entities is unchanged: a profile
     * does not grant access to them.
     */
    @Override
    public void configureForXmlConformance() {
        setProperty(XMLInputFactory.SUPPORT_DTD, true);
        setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
    }

    @Override
    public void configureForConvenience() {
        setProperty(XMLInputFactory.IS_COALESCING, true);
        setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        setProperty(XMLInputFactory2.P_REPORT_CDATA, false);
        setProperty(XMLInputFactory2.P_REPORT_PROLOG_WHITESPACE, false);
        setProperty(XMLInputFactory2.P_PRESERVE_LOCATION, true);
    }

    @Override
    public void configureForSpeed() {
        setProperty(XMLInputFactory.IS_COALESCING, false);
        setProperty(XMLInputFactory2.P_REPORT_PROLOG_WHITESPACE, false);
        setProperty(XMLInputFactory2.P_PRESERVE_LOCATION, false);
    }

    @Override
    public void configureForLowMemUsage() {
        setProperty(XMLInputFactory.IS_COALESCING, false);
        setProperty(XMLInputFactory2.P_PRESERVE_LOCATION, false);
    }

    @Override
    public void configureForRoundTripping() {
        setProperty(XMLInputFactory.IS_COALESCING, false);
        setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        setProperty(XMLInputFactory2.P_REPORT_CDATA, true);
        setProperty(XMLInputFactory2.P_REPORT_PROLOG_WHITESPACE, true);
    }
}
