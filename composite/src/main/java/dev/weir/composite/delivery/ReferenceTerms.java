package dev.weir.composite.delivery;

import dev.weir.soap.envelope.WsAddressing;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an endpoint reference says of messages to it, beside the address: the version of WS-Addressing in which they are
 * written, which is the reference's own, and the header blocks that each of them carries, its reference parameters
 * (WS-Addressing 1.0 - SOAP Binding, section 3; member submission, section 2.3). Immutable.
 *
 * @param version a namespace that {@link WsAddressing} knows
 * @param parameters as they are sent; not to be changed
 */
record ReferenceTerms(String version, List<XmlElement> parameters) {
    static final ReferenceTerms PLAIN = new ReferenceTerms(WsAddressing.VERSION_10, List.of());

    /** In characters; they are kept with each instance that may call back. */
    private static final int LONGEST = 16_384;

    ReferenceTerms {
        parameters = List.copyOf(parameters);
    }

    /** Those of the reference to which a message wants its answers; plain ones where it names none. */
    static ReferenceTerms ofReplyTo(List<XmlElement> headers) {
        WsAddressing addressing = WsAddressing.read(headers);
        String version = addressing.namespace();
        WsAddressing.Destination replyTo = addressing.replyTo();
        return version == null || replyTo == null ? PLAIN : new ReferenceTerms(version, replyTo.parameters());
    }

    /** Why messages cannot be sent by these terms; null where they can. */
    @Nullable String refusal() {
        for (XmlElement parameter : parameters) {
            if (WsAddressing.isAddressing(parameter)) {
                return "its reference parameter " + parameter.name() + " is a header of WS-Addressing itself";
            }
        }
        return encode().length() > LONGEST
                ? "its reference parameters are longer than " + LONGEST + " characters"
                : null;
    }

    /** In one text without control characters; empty for {@link #PLAIN}. */
    String encode() {
        if (equals(PLAIN)) {
            return "";
        }
        XmlElement all = new XmlElement("wsa", XmlName.of(version, "ReferenceParameters"));
        parameters.forEach(parameter -> all.append(parameter.copy()));
        return all.toString();
    }

    /**
     * The inverse of {@link #encode}.
     *
     * @throws dev.weir.xml.XmlException for a text that is not from there
     */
    static ReferenceTerms decode(String text) {
        if (text.isEmpty()) {
            return PLAIN;
        }
        XmlElement all = XmlElement.parse(text.getBytes(StandardCharsets.UTF_8), XmlLimits.DEFAULT);
        return new ReferenceTerms(
                all.name().namespace(),
                all.elements().stream().map(XmlElement::copy).toList());
    }
}
