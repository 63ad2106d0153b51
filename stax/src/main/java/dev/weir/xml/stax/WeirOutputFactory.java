package dev.weir.xml.stax;

import dev.weir.xml.encoding.EncodingOptions;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.writer.MarkupWriter;
import dev.weir.xml.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLEventWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.Result;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.stream.StreamResult;
import org.codehaus.stax2.XMLOutputFactory2;
import org.codehaus.stax2.XMLStreamWriter2;
import org.codehaus.stax2.io.Stax2Result;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/**
 * Makes StAX writers. The properties are those of StAX, StAX2 and Woodstox ({@code com.ctc.wstx.output…}), with
 * Woodstox's meanings and defaults but for these: duplicate attributes and invalid names are refused unless the
 * properties disable the checks (a colon in a local name is accepted unless they enable that check); an
 * invalid-character handler is an {@link java.util.function.IntUnaryOperator}; a handler of empty elements is refused.
 * An unsupported property raises an IllegalArgumentException.
 *
 * <p>A document is written in the encoding that its writer was created with; if none was passed, in the one that the
 * XML declaration names, else in UTF-8.
 *
 * <p>Thread-safe once it is configured. Writers must be used by one thread at a time.
 */
public final class WeirOutputFactory extends XMLOutputFactory2 {
    /**
     * The options ({@code dev.weir.xml.fastinfoset.FastInfosetWriteOptions}) with which documents that go to streams are
     * written as Fast Infoset, whatever encoding is asked for; null, as by default, for text. Without it the encoding {@code
     * finf} asks for Fast Infoset. Needs the artefact weir-fastinfoset.
     */
    public static final String P_FAST_INFOSET = "dev.weir.xml.stax.fastInfoset";

    /** Immutable: setting a property replaces it with a changed copy, so that existing writers keep their settings. */
    private volatile OutputSettings frozen = new OutputSettings();

    /** The public constructor that {@link XMLOutputFactory} asks for. */
    public WeirOutputFactory() {}

    // Cursor writers

    @Override
    public XMLStreamWriter createXMLStreamWriter(OutputStream stream) throws XMLStreamException {
        return toStream(stream, null, false);
    }

    @Override
    public XMLStreamWriter createXMLStreamWriter(OutputStream stream, @Nullable String encoding)
            throws XMLStreamException {
        return toStream(stream, encoding, false);
    }

    @Override
    public XMLStreamWriter createXMLStreamWriter(Writer writer) throws XMLStreamException {
        return toWriter(writer, null, false);
    }

    /**
     * The encoding is the one that the characters will be encoded in: characters that it cannot represent are written
     * as character references. Without one, that of an {@link OutputStreamWriter} is taken.
     */
    @Override
    public XMLStreamWriter2 createXMLStreamWriter(Writer writer, @Nullable String encoding) throws XMLStreamException {
        return toWriter(writer, encoding, false);
    }

    /**
     * Writes to a stream, a writer, or the file that a system id names ({@link StreamResult}, {@link Stax2Result}), into a
     * tree ({@link DOMResult}; one without a node gets a new document) or to handlers ({@link SAXResult}).
     */
    @Override
    public XMLStreamWriter createXMLStreamWriter(Result result) throws XMLStreamException {
        return toResult(result);
    }

    // Event writers

    @Override
    public XMLEventWriter createXMLEventWriter(OutputStream stream) throws XMLStreamException {
        return new EventWriter(toStream(stream, null, false));
    }

    @Override
    public XMLEventWriter createXMLEventWriter(OutputStream stream, @Nullable String encoding)
            throws XMLStreamException {
        return new EventWriter(toStream(stream, encoding, false));
    }

    @Override
    public XMLEventWriter createXMLEventWriter(Writer writer) throws XMLStreamException {
        return new EventWriter(toWriter(writer, null, false));
    }

    @Override
    public XMLEventWriter createXMLEventWriter(Writer writer, @Nullable String encoding) throws XMLStreamException {
        return new EventWriter(toWriter(writer, encoding, false));
    }

    @Override
    public XMLEventWriter createXMLEventWriter(XMLStreamWriter writer) {
        return new EventWriter(EventWriter.asStax2(writer));
    }

    @Override
    public XMLEventWriter createXMLEventWriter(Result result) throws XMLStreamException {
        return new EventWriter(toResult(result));
    }

    // Targets

    private XMLStreamWriter2 toStream(OutputStream stream, @Nullable String encoding, boolean own)
            throws XMLStreamException {
        if (stream == null) {
            throw new IllegalArgumentException("a writer must have a stream to write to");
        }
        OutputSettings kept = kept(own);
        EncodingOptions infoset = kept.fastInfoset();
        if (infoset == null && InfosetEncoding.FAST_INFOSET.equalsIgnoreCase(encoding)) {
            infoset = defaultFastInfoset();
        }
        if (infoset != null) {
            OutputTarget target = new FastInfosetOutputTarget(infoset.open(stream, kept.closingTarget()));
            return writer(new UntypedStreamWriter.Output(target, InfosetEncoding.FAST_INFOSET, null, stream), kept);
        }
        UntypedStreamWriter.EncodingChoice choice =
                name -> new TextOutputTarget(new MarkupWriter(stream, kept.options(name)));
        try {
            OutputTarget target = choice.in(encoding == null ? "UTF-8" : encoding);
            return writer(new UntypedStreamWriter.Output(target, encoding, choice, stream), kept);
        } catch (RuntimeException refused) {
            throw UntypedStreamWriter.failure(refused);
        }
    }

    private static EncodingOptions defaultFastInfoset() throws XMLStreamException {
        try {
            return InfosetEncoding.fastInfoset().defaultEncoding();
        } catch (UnsupportedOperationException missing) {
            throw new XMLStreamException(missing.getMessage(), missing);
        }
    }

    private XMLStreamWriter2 toWriter(Writer writer, @Nullable String encoding, boolean own) throws XMLStreamException {
        if (writer == null) {
            throw new IllegalArgumentException("a writer must have a writer to write to");
        }
        OutputSettings kept = kept(own);
        String written = encoding == null ? encodingOf(writer) : encoding;
        try {
            WriteOptions options = kept.options(written == null ? "UTF-8" : written);
            OutputTarget target = new TextOutputTarget(new MarkupWriter(writer, options));
            return writer(new UntypedStreamWriter.Output(target, written, null, writer), kept);
        } catch (RuntimeException refused) {
            throw UntypedStreamWriter.failure(refused);
        }
    }

    /** The encoding that a writer itself encodes in; null where it does not, or does not say. */
    private static @Nullable String encodingOf(Writer writer) {
        String historical = writer instanceof OutputStreamWriter encoder ? encoder.getEncoding() : null;
        return historical == null ? null : Charset.forName(historical).name();
    }

    private XMLStreamWriter2 toResult(Result result) throws XMLStreamException {
        if (result instanceof StreamResult stream) {
            if (stream.getOutputStream() != null) {
                return toStream(stream.getOutputStream(), null, false);
            }
            if (stream.getWriter() != null) {
                return toWriter(stream.getWriter(), null, false);
            }
        } else if (result instanceof Stax2Result stax2) {
            return toStax2(stax2);
        } else if (result instanceof DOMResult dom) {
            return toTree(dom);
        } else if (result instanceof SAXResult sax && sax.getHandler() != null) {
            OutputSettings kept = kept(false);
            OutputTarget target =
                    new SaxOutputTarget(sax.getHandler(), sax.getLexicalHandler(), kept.checkingStructure());
            return writer(new UntypedStreamWriter.Output(target, null, null, null), kept);
        } else if (!(result instanceof SAXResult)) {
            throw new IllegalArgumentException("cannot write to a result of type "
                    + (result == null ? "null" : result.getClass().getName()));
        }
        String systemId = result.getSystemId();
        if (systemId == null || systemId.isEmpty()) {
            throw new XMLStreamException("a result must have a stream, a writer, a handler or a system id");
        }
        try {
            return toStream(Files.newOutputStream(file(systemId)), null, true);
        } catch (IOException failed) {
            throw new XMLStreamException("cannot write to " + systemId + ": " + failed.getMessage(), failed);
        }
    }

    private XMLStreamWriter2 toStax2(Stax2Result result) throws XMLStreamException {
        try {
            OutputStream stream = result.constructOutputStream();
            if (stream != null) {
                return toStream(stream, result.getEncoding(), true);
            }
            Writer writer = result.constructWriter();
            if (writer != null) {
                return toWriter(writer, result.getEncoding(), true);
            }
        } catch (IOException failed) {
            throw new XMLStreamException(failed);
        }
        throw new XMLStreamException("a result must have a stream or a writer: " + result);
    }

    private XMLStreamWriter2 toTree(DOMResult result) throws XMLStreamException {
        Node node = result.getNode();
        if (node == null) {
            try {
                DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
                factory.setNamespaceAware(true);
                node = factory.newDocumentBuilder().newDocument();
            } catch (ParserConfigurationException none) {
                throw new XMLStreamException(none);
            }
            result.setNode(node);
        }
        OutputSettings kept = kept(false);
        boolean whole = node.getNodeType() == Node.DOCUMENT_NODE;
        OutputTarget target = new DomOutputTarget(node, result.getNextSibling(), whole && kept.checkingStructure());
        return writer(new UntypedStreamWriter.Output(target, null, null, null), kept);
    }

    /** A file by its URI or its path; other schemes are refused. */
    private static Path file(String systemId) throws XMLStreamException {
        try {
            URI uri = new URI(systemId);
            if ("file".equalsIgnoreCase(uri.getScheme())) {
                return Path.of(uri);
            }
            if (uri.getScheme() != null && uri.getScheme().length() > 1) {
                throw new XMLStreamException("only files can be written to by a system id: " + systemId);
            }
        } catch (URISyntaxException path) {
            return Path.of(systemId);
        }
        return Path.of(systemId);
    }

    /** The current settings; with {@code own}, for a writer that opened its target and has to close it. */
    private OutputSettings kept(boolean own) {
        OutputSettings kept = frozen;
        if (own) {
            kept = new OutputSettings(kept);
            kept.set(P_AUTO_CLOSE_OUTPUT, true);
        }
        return kept;
    }

    private static XMLStreamWriter2 writer(UntypedStreamWriter.Output output, OutputSettings settings)
            throws XMLStreamException {
        if (!settings.namespaces()) {
            return new NoNamespaceWriter(output, settings);
        }
        return settings.repairing() ? new RepairingWriter(output, settings) : new DeclaredWriter(output, settings);
    }

    // Properties

    private synchronized void change(Consumer<OutputSettings> how) {
        OutputSettings changed = new OutputSettings(frozen);
        how.accept(changed);
        frozen = changed;
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return frozen.get(name);
    }

    @Override
    public void setProperty(String name, @Nullable Object value) {
        change(settings -> settings.set(name, value));
    }

    @Override
    public boolean isPropertySupported(String name) {
        return frozen.isSupported(name);
    }

    @Override
    public void configureForXmlConformance() {
        change(OutputSettings::configureForConformance);
    }

    @Override
    public void configureForRobustness() {
        change(OutputSettings::configureForRobustness);
    }

    @Override
    public void configureForSpeed() {
        change(OutputSettings::configureForSpeed);
    }
}
