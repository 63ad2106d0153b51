package dev.weir.soap.jaxws.client;

import dev.weir.bind.context.OperationAborted;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.FaultReader;
import dev.weir.soap.http.CountedOutput;
import dev.weir.soap.http.RequestMemory;
import dev.weir.soap.jaxws.handler.SoapMessages;
import dev.weir.soap.mtom.MimeException;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.MimePart;
import dev.weir.soap.mtom.PlainRoot;
import dev.weir.soap.mtom.XopReader;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came back from a call.
 *
 * @param envelope empty where nothing had to come
 * @param charset of the Content-Type; null for none
 * @param context what the program sees as the response context; reading the envelope adds its attachments
 * @param parts the message that the envelope has come in; null for an envelope alone. Closed when the envelope has been read
 * @param encoding that the envelope is in; null for text
 */
record ReceivedEnvelope(
        byte[] envelope,
        @Nullable String charset,
        Map<String, Object> context,
        @Nullable MimeMessage parts,
        @Nullable InfosetEncoding encoding) {
    /** An envelope alone, in text. */
    ReceivedEnvelope(byte[] envelope, @Nullable String charset, Map<String, Object> context) {
        this(envelope, charset, context, null, null);
    }

    /**
     * The same as text, in UTF-8, with base64 in the place of each xop:Include, for programs and handlers that look at plain
     * envelopes; itself where it is so already. It has the other parts, which need not be referred to.
     *
     * @throws WebServiceException where the envelope cannot be read
     */
    ReceivedEnvelope inlined() {
        MimeMessage message = parts;
        if (message == null && encoding == null) {
            return this;
        }
        try {
            if (message != null && message.isHandled()) {
                return this;
            }
            XmlReader root = EnvelopeReader.reader(envelope, charset, encoding, XmlLimits.DEFAULT);
            CountedOutput text = new CountedOutput(RequestMemory.UNCOUNTED);
            PlainRoot.copy(root, message, text);
            List<MimePart> others = message == null ? List.of() : message.unreferredParts();
            return with(context, text.bytes(), null, others);
        } catch (XmlException | MimeException e) {
            if (message != null) {
                message.close();
            }
            throw unreadable(e);
        }
    }

    /**
     * An envelope as handlers have left it.
     *
     * @param charset as of the constructor
     * @param attachments that it has now
     */
    ReceivedEnvelope with(
            Map<String, Object> properties, byte[] text, @Nullable String charset, List<MimePart> attachments) {
        MimeMessage message = parts;
        if (attachments.isEmpty()) {
            if (message != null) {
                message.close();
            }
            return new ReceivedEnvelope(text, charset, properties);
        }
        return new ReceivedEnvelope(
                text, charset, properties, MimeMessage.handled(message, text, "text/xml", attachments), null);
    }

    private XmlReader reader(@Nullable MimeMessage message) {
        XmlReader reader = EnvelopeReader.reader(envelope, charset, encoding, XmlLimits.DEFAULT);
        return message == null ? reader : new XopReader(reader, message, true);
    }

    /** Shows the program the parts to which nothing has referred, in the context; each is there until the program closes it. */
    private List<MimePart> show(@Nullable MimeMessage message) {
        List<MimePart> held = message == null ? List.of() : message.heldParts();
        context.put(MessageContext.INBOUND_MESSAGE_ATTACHMENTS, SoapMessages.handlers(held));
        return held;
    }

    /**
     * The version of an envelope in text, which is read to its end before handlers see it.
     *
     * @throws WebServiceException where it cannot be read
     */
    EnvelopeFormat format() {
        try (EnvelopeReader reader = EnvelopeReader.open(envelope, charset, XmlLimits.DEFAULT)) {
            XmlEvent event = reader.body().event();
            while (event != XmlEvent.END_DOCUMENT) {
                event = reader.body().next();
            }
            return reader.format();
        } catch (SoapFaultException | XmlException e) {
            throw unreadable(e);
        }
    }

    private static WebServiceException unreadable(RuntimeException failure) {
        return new WebServiceException("the answer cannot be read: " + failure.getMessage(), failure);
    }

    boolean isEmpty() {
        return envelope.length == 0;
    }

    /** Reads an envelope without a fault. */
    interface Reading<T> {
        @Nullable T read(EnvelopeReader envelope);
    }

    /** What a fault means to the caller; null to have it thrown as a SOAPFaultException. */
    interface DeclaredFaults {
        @Nullable Exception exception(SoapFault fault);
    }

    /**
     * Reads the envelope. Parts to which nothing has referred then are in the context.
     *
     * @throws Exception the one that is declared for a fault, a SOAPFaultException for another one, a
     *     WebServiceException where the envelope cannot be read
     */
    <T> @Nullable T read(Reading<T> reading, DeclaredFaults faults) throws Exception {
        MimeMessage message = parts;
        try (message) {
            T read = opened(reading, faults);
            var unused = show(message);
            return read;
        }
    }

    /**
     * Looks whether an envelope that is {@linkplain #inlined() inlined} is a fault.
     *
     * @return the parts to which no xop:Include refers, which are in the context, too
     * @throws Exception as of read
     */
    List<MimePart> check() throws Exception {
        MimeMessage message = parts;
        try (message) {
            var unused = this.<Object>opened(envelope -> null, fault -> null);
            return show(message);
        }
    }

    private <T> @Nullable T opened(Reading<T> reading, DeclaredFaults faults) throws Exception {
        SoapFault fault;
        EnvelopeReader opened;
        try (EnvelopeReader reader = EnvelopeReader.over(reader(parts))) {
            if (reader.bodyIsEmpty() || !reader.body().name().equals(reader.format().fault)) {
                return reading.read(reader);
            }
            opened = reader;
            fault = FaultReader.read(reader.format(), XmlElement.read(reader.body()));
        } catch (SoapFaultException | XmlException | MimeException e) {
            throw unreadable(e);
        }
        Exception declared;
        try {
            declared = faults.exception(fault);
        } catch (OperationAborted | XmlException | IllegalArgumentException | IllegalStateException e) {
            throw new WebServiceException(
                    "the detail of the fault \"" + fault.reason() + "\" cannot be read: " + e.getMessage(), e);
        }
        if (declared != null) {
            throw declared;
        }
        ReceivedEnvelope text = encoding == null ? this : inlined();
        throw SoapMessages.fault(opened.format(), text.envelope, text.charset);
    }
}
