package dev.weir.soap.jaxws.handler;

import dev.weir.bind.value.ContentDataSource;
import dev.weir.bind.value.HandlerContent;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.http.MemoryRefusedException;
import dev.weir.soap.http.RequestMemory;
import dev.weir.soap.mtom.MimePart;
import dev.weir.soap.mtom.MimePart.Field;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.transform.XmlSaxSource;
import jakarta.activation.DataHandler;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.MimeHeader;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import org.jspecify.annotations.Nullable;

/** Envelopes ⇄ messages of SAAJ, for handlers and programs that want these. */
public final class SoapMessages {
    private static final String TRANSFER_ENCODING = "Content-Transfer-Encoding";

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
     * @param attachments of the message; their content is read when somebody reads it
     * @param memory taken for the message's tree, which is many times as long as the envelope
     * @throws MemoryRefusedException where there is too little
     */
    public static SOAPMessage read(
            EnvelopeFormat format,
            byte[] envelope,
            @Nullable String charset,
            List<MimePart> attachments,
            RequestMemory memory) {
        try (XmlReader reader = EnvelopeReader.reader(envelope, charset, null, XmlLimits.DEFAULT)) {
            SOAPMessage message = factory(format).createMessage();
            message.getMimeHeaders().setHeader("Content-Type", format.contentType());
            XmlSaxSource source = new XmlSaxSource(reader);
            SaajContent content = new SaajContent(source.getXMLReader(), memory);
            message.getSOAPPart().setContent(new SAXSource(content, source.getInputSource()));
            try {
                message.getSOAPPart().getEnvelope(); // reads, so that a wrong document fails here
            } catch (SOAPException | RuntimeException e) {
                MemoryRefusedException refused = content.refused();
                if (refused != null) {
                    throw refused;
                }
                throw e;
            }
            for (MimePart part : attachments) {
                message.addAttachmentPart(attachment(message, part));
            }
            return message;
        } catch (SOAPException e) {
            throw new WebServiceException("an envelope cannot be read: " + e.getMessage(), e);
        }
    }

    private static AttachmentPart attachment(SOAPMessage message, MimePart part) {
        AttachmentPart made = message.createAttachmentPart();
        made.setDataHandler(new DataHandler(new ContentDataSource(part.content())));
        Set<String> replaced = new HashSet<>();
        for (Field field : part.header()) {
            if (field.name().equalsIgnoreCase(TRANSFER_ENCODING)) {
                continue; // what is read is decoded
            }
            if (replaced.add(field.name().toLowerCase(Locale.ROOT))) {
                made.setMimeHeader(field.name(), field.value());
            } else {
                made.addMimeHeader(field.name(), field.value());
            }
        }
        return made;
    }

    /**
     * The attachments that a message has, in order; read when they are sent.
     *
     * @throws WebServiceException for one without content; names it
     */
    public static List<MimePart> attachments(SOAPMessage message) {
        if (message.countAttachments() == 0) {
            return List.of();
        }
        List<MimePart> parts = new ArrayList<>(message.countAttachments());
        for (Iterator<AttachmentPart> each = message.getAttachments(); each.hasNext(); ) {
            AttachmentPart attachment = each.next();
            List<Field> header = new ArrayList<>();
            for (Iterator<MimeHeader> fields = attachment.getAllMimeHeaders(); fields.hasNext(); ) {
                MimeHeader field = fields.next();
                header.add(new Field(field.getName(), field.getValue()));
            }
            try {
                parts.add(new MimePart(header, HandlerContent.of(attachment.getDataHandler())));
            } catch (SOAPException e) {
                throw new WebServiceException(
                        "attachment " + (parts.size() + 1) + " of a SOAP message has no content: " + e.getMessage(), e);
            }
        }
        return parts;
    }

    /**
     * The attachments of a message as contexts show them: by their Content-ID; those without one that could be sent again, and all but
     * the first with the same one, by their place, from 1.
     */
    public static Map<String, DataHandler> handlers(List<MimePart> parts) {
        if (parts.isEmpty()) {
            return Map.of();
        }
        Set<@Nullable String> ids = new HashSet<>();
        parts.forEach(part -> ids.add(part.contentId()));
        Map<String, DataHandler> handlers = new LinkedHashMap<>();
        int place = 0;
        for (MimePart part : parts) {
            place++;
            String id = part.contentId();
            DataHandler handler = new DataHandler(new ContentDataSource(part.content()));
            if (id == null || !MimePart.isId(id) || handlers.putIfAbsent(id, handler) != null) {
                handlers.put(unused("part-" + place, ids), handler);
            }
        }
        return Collections.unmodifiableMap(handlers);
    }

    private static String unused(String name, Set<@Nullable String> ids) {
        String unused = name;
        while (!ids.add(unused)) {
            unused += "-";
        }
        return unused;
    }

    /** The envelope in UTF-8, without the attachments. */
    public static byte[] write(SOAPMessage message) {
        try {
            if (message.countAttachments() > 0) {
                return MessageSources.toBytes(
                        new DOMSource(message.getSOAPPart().getEnvelope()));
            }
        } catch (SOAPException e) {
            throw new WebServiceException("a SOAP message has no envelope: " + e.getMessage(), e);
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
            SOAPFault fault = read(format, envelope, charset, List.of(), RequestMemory.UNCOUNTED)
                    .getSOAPBody()
                    .getFault();
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
