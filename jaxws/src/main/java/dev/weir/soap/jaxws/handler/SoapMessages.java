package dev.weir.soap.jaxws.handler;

import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.transform.XmlSaxSource;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPBody;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.xml.namespace.QName;
import javax.xml.transform.sax.SAXSource;
import org.jspecify.annotations.Nullable;
import org.xml.sax.helpers.XMLFilterImpl;

/** Envelopes ⇄ messages of SAAJ, for handlers and programs that want these. */
public final class SoapMessages {
    private SoapMessages() {}

    private static MessageFactory factory(EnvelopeFormat format) throws SOAPException {
        return MessageFactory.newInstance(
                format == EnvelopeFormat.SOAP_12 ? SOAPConstants.SOAP_1_2_PROTOCOL : SOAPConstants.SOAP_1_1_PROTOCOL);
    }

    /**
     * Builds a message by the reader, and within the limits, by which endpoints and clients read envelopes, so that programs see
     * what those would.
     *
     * @param charset of the Content-Type; null for none
     */
    public static SOAPMessage read(EnvelopeFormat format, byte[] envelope, @Nullable String charset) {
        try (XmlReader reader = EnvelopeReader.reader(envelope, charset, null, XmlLimits.DEFAULT)) {
            SOAPMessage message = factory(format).createMessage();
            message.getMimeHeaders().setHeader("Content-Type", format.contentType());
            message.getSOAPPart().setContent(withoutInstructions(new XmlSaxSource(reader)));
            message.getSOAPPart().getEnvelope(); // reads, so that a wrong document fails here
            return message;
        } catch (SOAPException e) {
            throw new WebServiceException("an envelope cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * A source without its processing instructions. SOAP allows senders none, and endpoints and clients read over them; SAAJ's
     * tree throws when it is given one.
     */
    private static SAXSource withoutInstructions(SAXSource source) {
        return new SAXSource(
                new XMLFilterImpl(source.getXMLReader()) {
                    @Override
                    public void processingInstruction(String target, String data) {}
                },
                source.getInputSource());
    }

    /** The envelope in UTF-8. */
    public static byte[] write(SOAPMessage message) {
        if (message.countAttachments() > 0) {
            throw new WebServiceException(
                    "a message with attachments cannot be sent yet; put the data into the body as base64");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        try {
            message.setProperty(SOAPMessage.CHARACTER_SET_ENCODING, StandardCharsets.UTF_8.name());
            message.saveChanges();
            message.writeTo(out);
        } catch (SOAPException | IOException e) {
            throw new WebServiceException("a SOAP message cannot be written: " + e.getMessage(), e);
        }
        return out.toByteArray();
    }

    /** The version of a message's envelope. */
    public static EnvelopeFormat format(SOAPMessage message) {
        try {
            String namespace = message.getSOAPPart().getEnvelope().getNamespaceURI();
            return EnvelopeFormat.SOAP_12.namespace.equals(namespace) ? EnvelopeFormat.SOAP_12 : EnvelopeFormat.SOAP_11;
        } catch (SOAPException e) {
            throw new WebServiceException("a SOAP message has no envelope: " + e.getMessage(), e);
        }
    }

    /** The exception for an envelope with a fault in its body, with code, text and detail as they are there. */
    public static SOAPFaultException fault(EnvelopeFormat format, byte[] envelope, @Nullable String charset) {
        try {
            SOAPFault fault = read(format, envelope, charset).getSOAPBody().getFault();
            complete(format, fault);
            return new SOAPFaultException(fault);
        } catch (SOAPException e) {
            throw new WebServiceException("a fault cannot be read: " + e.getMessage(), e);
        }
    }

    /** Adds what every fault has and some peers leave out, as SAAJ's accessors fail without. */
    private static void complete(EnvelopeFormat format, SOAPFault fault) throws SOAPException {
        boolean soap12 = format == EnvelopeFormat.SOAP_12;
        String namespace = soap12 ? format.namespace : "";
        if (isMissing(fault, new QName(namespace, soap12 ? "Code" : "faultcode"))) {
            fault.setFaultCode(soap12 ? SOAPConstants.SOAP_RECEIVER_FAULT : new QName(format.namespace, "Server"));
        }
        if (isMissing(fault, new QName(namespace, soap12 ? "Reason" : "faultstring"))) {
            fault.setFaultString("(the fault has no text)", Locale.ENGLISH);
        }
    }

    private static boolean isMissing(SOAPFault fault, QName child) {
        return !fault.getChildElements(child).hasNext();
    }

    /** An envelope whose body is the fault that an exception stands for. */
    static byte[] envelope(EnvelopeFormat format, ProtocolException failure) {
        try {
            SOAPMessage message = factory(format).createMessage();
            SOAPBody body = message.getSOAPBody();
            if (failure instanceof SOAPFaultException known && known.getFault() != null) {
                body.appendChild(body.getOwnerDocument().importNode(known.getFault(), true));
            } else {
                QName code = format == EnvelopeFormat.SOAP_12
                        ? SOAPConstants.SOAP_RECEIVER_FAULT
                        : new QName(format.namespace, "Server");
                body.addFault(code, String.valueOf(failure.getMessage()));
            }
            return write(message);
        } catch (SOAPException e) {
            throw new WebServiceException("a fault cannot be written: " + e.getMessage(), e);
        }
    }
}
