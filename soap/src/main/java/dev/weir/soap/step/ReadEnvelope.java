package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Code;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.XopReader;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Opens the envelope, reads its headers, and settles which version of SOAP is spoken. */
final class ReadEnvelope<V> implements ExchangeStep<V> {
    private final Set<SoapVersion> served;
    private final XmlLimits limits;
    private final boolean trees;
    private final boolean addressing;

    /**
     * @param trees true where the request's values are trees, whose memory is counted while they are built
     * @param addressing false where the header blocks of WS-Addressing are passed over
     */
    ReadEnvelope(Set<SoapVersion> served, XmlLimits limits, boolean trees, boolean addressing) {
        this.served = served;
        this.limits = limits;
        this.trees = trees;
        this.addressing = addressing;
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange<V> exchange) {
        EnvelopeReader envelope;
        try {
            envelope = open(exchange);
        } catch (SoapFaultException e) {
            if (e.fault().code() == Code.VERSION_MISMATCH) {
                exchange.replyHeaders().addAll(upgrade(exchange.format()));
            }
            throw e;
        }
        exchange.envelope(envelope);
        EnvelopeFormat format = envelope.format();
        String type = exchange.document().mediaType();
        if (!served.contains(format.version)) {
            // SOAP 1.2 Part 1, appendix A: an envelope of 1.1 is answered in 1.1, one of 1.2 by an older node also.
            exchange.format(EnvelopeFormat.SOAP_11);
            exchange.replyHeaders().addAll(upgrade(EnvelopeFormat.SOAP_11));
            throw new SoapFaultException(new SoapFault(
                    Code.VERSION_MISMATCH,
                    SoapFault.NO_SUBCODE,
                    "This endpoint does not take envelopes of namespace " + format.namespace + "; it takes "
                            + namespaces() + ".",
                    List.of()));
        }
        exchange.format(format);
        // A part need not say what its envelope is.
        boolean unsaid = type.isEmpty() && exchange.attachments() != null;
        if (!unsaid && !type.equals(format.mediaType)) {
            throw new SoapFaultException(SoapFault.sender("An envelope of namespace " + format.namespace
                    + " must be sent as " + format.mediaType + ", not as " + type + "."));
        }
        if (addressing) {
            WsAddressing read = WsAddressing.read(envelope.headers());
            exchange.addressing(read);
            read.requireSingle(envelope.headers());
        }
        return null;
    }

    private EnvelopeReader open(Exchange<?> exchange) {
        EnvelopeDocument document = exchange.document();
        byte[] body = document.bytes();
        if (body.length == 0) {
            throw new SoapFaultException(SoapFault.sender("The request has no body; it must be a SOAP envelope."));
        }
        String charset = document.charset();
        if (charset != null && !charset.isBlank() && !isSupported(charset.strip())) {
            exchange.faultStatus(415);
            throw new SoapFaultException(
                    SoapFault.sender("The encoding " + abbreviated(charset.strip()) + " is not known; send UTF-8."));
        }
        XmlReader reader = EnvelopeReader.reader(body, charset, document.encoding(), limits);
        MimeMessage message = exchange.attachments();
        XmlReader whole = message == null
                ? reader
                : new XopReader(reader, message, exchange.request().memory());
        if (!trees) {
            return EnvelopeReader.over(
                    whole, MessageBudget.ofHeaders(exchange.request().memory()));
        }
        MessageBudget budget = new MessageBudget(exchange.request().memory(), body.length);
        exchange.budget(budget);
        return EnvelopeReader.over(whole, budget);
    }

    private static boolean isSupported(String charset) {
        try {
            return Charset.isSupported(charset);
        } catch (IllegalCharsetNameException e) {
            return false;
        }
    }

    private static String abbreviated(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }

    private String namespaces() {
        StringBuilder text = new StringBuilder();
        for (SoapVersion version : served) {
            text.append(text.isEmpty() ? "" : " and ").append(EnvelopeFormat.of(version).namespace);
        }
        return text.toString();
    }

    /** SOAP 1.2 Part 1, section 5.4.7; an endpoint that serves 1.1 only has nothing newer to offer. */
    private List<XmlElement> upgrade(EnvelopeFormat spoken) {
        if (spoken == EnvelopeFormat.SOAP_11 && !served.contains(SoapVersion.SOAP_12)) {
            return List.of();
        }
        XmlElement upgrade = element("Upgrade");
        for (SoapVersion version : served) {
            XmlElement supported = element("SupportedEnvelope");
            supported.declareNamespace("ns", EnvelopeFormat.of(version).namespace);
            supported.attribute(XmlName.of("qname"), "ns:Envelope");
            upgrade.append(supported);
        }
        return List.of(upgrade);
    }

    private static XmlElement element(String local) {
        return new XmlElement("env", XmlName.of(EnvelopeFormat.SOAP_12.namespace, local));
    }
}
