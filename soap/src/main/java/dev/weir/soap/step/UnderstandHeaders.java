package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Code;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a request with a header block that must be understood and is not (SOAP 1.2 Part 1, section 2.6; SOAP 1.1,
 * section 4.2.3). Understood are WS-Addressing, unless the endpoint passes it over, and the headers that the binding names.
 */
final class UnderstandHeaders<V> implements ExchangeStep<V> {
    private final Set<XmlName> bound = new HashSet<>();
    private final boolean addressing;

    /** @param addressing whether the header blocks of WS-Addressing are understood */
    UnderstandHeaders(Collection<? extends ServedOperation<V>> operations, boolean addressing) {
        this.addressing = addressing;
        operations.forEach(operation -> bound.addAll(operation.headers()));
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange<V> exchange) {
        List<XmlName> misunderstood = new ArrayList<>();
        for (XmlElement block : exchange.headers()) {
            if (exchange.format().mustUnderstand(block)
                    && !(addressing && WsAddressing.isAddressing(block))
                    && !bound.contains(block.name())) {
                misunderstood.add(block.name());
            }
        }
        if (misunderstood.isEmpty()) {
            return null;
        }
        if (exchange.format() == EnvelopeFormat.SOAP_12) {
            misunderstood.forEach(name -> exchange.replyHeaders().add(notUnderstood(name)));
        }
        throw new SoapFaultException(new SoapFault(
                Code.MUST_UNDERSTAND,
                SoapFault.NO_SUBCODE,
                "The header block " + misunderstood.get(0) + " must be understood, but this endpoint does not know it.",
                List.of()));
    }

    /** SOAP 1.2 Part 1, section 5.4.8. */
    private static XmlElement notUnderstood(XmlName name) {
        XmlElement block = new XmlElement("env", XmlName.of(EnvelopeFormat.SOAP_12.namespace, "NotUnderstood"));
        if (name.namespace().isEmpty()) {
            block.attribute(XmlName.of("qname"), name.local());
        } else {
            block.declareNamespace("ns", name.namespace());
            block.attribute(XmlName.of("qname"), "ns:" + name.local());
        }
        return block;
    }
}
