package dev.weir.soap.envelope;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Code;
import dev.weir.soap.SoapFaultException;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.tree.TreeBudget;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An envelope, read up to its body: the headers are a tree, the cursor is on the body's first child, or on the body's end
 * where it is empty. The content of the body is read from the cursor.
 *
 * <p>Errors: {@link XmlException} where the document is not well-formed, {@link SoapFaultException} where it is no
 * envelope.
 */
public final class EnvelopeReader implements AutoCloseable {
    private final XmlReader reader;
    private final EnvelopeFormat format;
    private final TreeBudget budget;
    private final List<XmlElement> headers = new ArrayList<>();

    /** What the body's first child is read by: the reader itself, or one over it. */
    private XmlReader payload;

    private EnvelopeReader(XmlReader reader, EnvelopeFormat format, TreeBudget budget) {
        this.reader = reader;
        this.payload = reader;
        this.format = format;
        this.budget = budget;
    }

    /**
     * Reads an envelope up to the first child of its Body.
     *
     * @param charset of the Content-Type, which counts before what the document declares (RFC 7303, section 3); null for
     *     none
     */
    public static EnvelopeReader open(byte[] document, @Nullable String charset, XmlLimits limits) {
        return over(reader(document, charset, null, limits));
    }

    /**
     * A reader at the start of an envelope.
     *
     * @param charset as of {@link #open}
     * @param encoding that the document is said to be in; null for text
     */
    public static XmlReader reader(
            byte[] document, @Nullable String charset, @Nullable InfosetEncoding encoding, XmlLimits limits) {
        ReadOptions text = options(charset, limits);
        return encoding == null
                ? XmlReaders.open(document, 0, document.length, text)
                : encoding.defaultDecoding().openEither(document, 0, document.length, text);
    }

    /** Reads an envelope as {@link #open} does, by a reader at the start of the document, which is closed with this one. */
    public static EnvelopeReader over(XmlReader reader) {
        return over(reader, TreeBudget.UNLIMITED);
    }

    /** The same; the trees of headers and body are built within a budget. */
    public static EnvelopeReader over(XmlReader reader, TreeBudget budget) {
        try {
            return open(reader, budget);
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** How envelopes are read; the charset is that of {@link #open}. */
    public static ReadOptions options(@Nullable String charset, XmlLimits limits) {
        // What comes as XML 1.1 goes on, into the store and to partners, as XML 1.0.
        return ReadOptions.DEFAULT
                .withLimits(limits)
                .withEncoding(encoding(charset))
                .withXml10Content(true);
    }

    /** US-ASCII is what text/xml means without a charset (RFC 3023), whatever is sent; UTF-8 includes it. */
    private static @Nullable String encoding(@Nullable String charset) {
        if (charset == null || charset.isBlank()) {
            return null;
        }
        return charset.strip().equalsIgnoreCase("US-ASCII") ? "UTF-8" : charset.strip();
    }

    private static EnvelopeReader open(XmlReader reader, TreeBudget budget) {
        XmlEvent event = reader.next();
        while (event != XmlEvent.START_ELEMENT) {
            event = reader.next();
        }
        EnvelopeFormat format = EnvelopeFormat.ofEnvelope(reader.name());
        if (format == null) {
            boolean otherVersion = reader.name().local().equals("Envelope");
            throw new SoapFaultException(new SoapFault(
                    otherVersion ? Code.VERSION_MISMATCH : Code.SENDER,
                    SoapFault.NO_SUBCODE,
                    "The root element must be a SOAP Envelope, but is " + reader.name() + " at "
                            + place(reader.location()) + ".",
                    List.of()));
        }
        EnvelopeReader envelope = new EnvelopeReader(reader, format, budget);
        envelope.toBody();
        return envelope;
    }

    private void toBody() {
        nextTag("The Envelope");
        if (reader.event() == XmlEvent.START_ELEMENT && reader.name().equals(format.header)) {
            while (nextTag("The Header") == XmlEvent.START_ELEMENT) {
                headers.add(element());
            }
            nextTag("The Envelope");
        }
        if (reader.event() != XmlEvent.START_ELEMENT || !reader.name().equals(format.body)) {
            throw sender("The Envelope must have a Body here, but "
                    + (reader.event() == XmlEvent.START_ELEMENT ? "has " + reader.name() : "ends") + " at "
                    + place(reader.location()) + ".");
        }
        nextTag("The Body");
    }

    /** Moves to the next tag; text that is not white space is refused. */
    public XmlEvent nextTag(String where) {
        payload = reader;
        while (true) {
            XmlEvent event = reader.next();
            switch (event) {
                case START_ELEMENT, END_ELEMENT, END_DOCUMENT -> {
                    return event;
                }
                case TEXT -> {
                    if (!reader.isWhitespace()) {
                        throw sender(where + " must not have text; there is some at " + place(reader.location()) + ".");
                    }
                }
                default -> {}
            }
        }
    }

    public EnvelopeFormat format() {
        return format;
    }

    /** The header blocks, in order. */
    public List<XmlElement> headers() {
        return headers;
    }

    /** The tree of the element at the cursor, which is on its end then; built within the budget of the envelope. */
    public XmlElement element() {
        return XmlElement.read(reader, budget);
    }

    /** Takes heap of the envelope's budget for what becomes of the body and is much larger than it is there, before it is made. */
    public void take(long bytes) {
        budget.take(bytes, 0);
    }

    /** The cursor: on the body's first child, or on the body's end. */
    public XmlReader body() {
        return payload;
    }

    /** Has the body's first child read by a reader over {@link #body}, until {@link #nextTag} moves on behind it. */
    public void payload(XmlReader over) {
        payload = over;
    }

    public boolean bodyIsEmpty() {
        return reader.event() == XmlEvent.END_ELEMENT;
    }

    /** From where {@link #open} stops to the document's end, past whatever the body has, checking as {@link #finish} does. */
    public void skipBody() {
        while (!bodyIsEmpty()) {
            reader.skipElement();
            nextTag("The Body");
        }
        finish();
    }

    /** From the body's end to the document's, checking that nothing else comes (WS-I Basic Profile R1011). */
    public void finish() {
        if (nextTag("The Envelope") == XmlEvent.START_ELEMENT) {
            throw sender(
                    "Nothing may follow the Body, but " + reader.name() + " does at " + place(reader.location()) + ".");
        }
        while (reader.event() != XmlEvent.END_DOCUMENT) {
            reader.next();
        }
    }

    /** A place in the document, as fault reasons show it: in text without the byte, in Fast Infoset the byte alone. */
    public static String place(XmlLocation location) {
        if (location.line() == 0) {
            return location.toString();
        }
        return "line " + location.line() + ", column " + location.column();
    }

    /** The place of an element of a tree. */
    public static String place(XmlElement element) {
        return place(new XmlLocation(element.line(), element.column(), -1));
    }

    static SoapFaultException sender(String reason) {
        return new SoapFaultException(SoapFault.sender(reason));
    }

    @Override
    public void close() {
        reader.close();
    }
}
