package dev.weir.soap.envelope;

import dev.weir.soap.SoapFault.Code;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names, media type and HTTP status codes in which SOAP 1.1 and 1.2 differ. */
public final class EnvelopeFormat {
    public static final EnvelopeFormat SOAP_11 = new EnvelopeFormat(
            SoapVersion.SOAP_11,
            "http://schemas.xmlsoap.org/soap/envelope/",
            "soap",
            "text/xml",
            "actor",
            Set.of("http://schemas.xmlsoap.org/soap/actor/next"),
            Map.of(
                    Code.VERSION_MISMATCH, "VersionMismatch",
                    Code.MUST_UNDERSTAND, "MustUnderstand",
                    Code.DATA_ENCODING_UNKNOWN, "Client",
                    Code.SENDER, "Client",
                    Code.RECEIVER, "Server"));
    public static final EnvelopeFormat SOAP_12 = new EnvelopeFormat(
            SoapVersion.SOAP_12,
            "http://www.w3.org/2003/05/soap-envelope",
            "env",
            "application/soap+xml",
            "role",
            Set.of(
                    "http://www.w3.org/2003/05/soap-envelope/role/next",
                    "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver"),
            Map.of(
                    Code.VERSION_MISMATCH, "VersionMismatch",
                    Code.MUST_UNDERSTAND, "MustUnderstand",
                    Code.DATA_ENCODING_UNKNOWN, "DataEncodingUnknown",
                    Code.SENDER, "Sender",
                    Code.RECEIVER, "Receiver"));

    public final SoapVersion version;
    public final String namespace;
    public final String prefix;
    public final String mediaType;
    public final XmlName envelope;
    public final XmlName header;
    public final XmlName body;
    public final XmlName fault;
    private final XmlName mustUnderstand;
    private final XmlName role;
    private final Set<String> ownRoles;
    private final Map<Code, String> codes;

    private EnvelopeFormat(
            SoapVersion version,
            String namespace,
            String prefix,
            String mediaType,
            String role,
            Set<String> ownRoles,
            Map<Code, String> codes) {
        this.version = version;
        this.namespace = namespace;
        this.prefix = prefix;
        this.mediaType = mediaType;
        this.envelope = XmlName.of(namespace, "Envelope");
        this.header = XmlName.of(namespace, "Header");
        this.body = XmlName.of(namespace, "Body");
        this.fault = XmlName.of(namespace, "Fault");
        this.mustUnderstand = XmlName.of(namespace, "mustUnderstand");
        this.role = XmlName.of(namespace, role);
        this.ownRoles = ownRoles;
        this.codes = codes;
    }

    public static EnvelopeFormat of(SoapVersion version) {
        return version == SoapVersion.SOAP_11 ? SOAP_11 : SOAP_12;
    }

    /** The format whose envelope has this name, or null. */
    static @Nullable EnvelopeFormat ofEnvelope(XmlName name) {
        return name.equals(SOAP_11.envelope) ? SOAP_11 : name.equals(SOAP_12.envelope) ? SOAP_12 : null;
    }

    public String contentType() {
        return mediaType + "; charset=utf-8";
    }

    String code(Code code) {
        String name = codes.get(code);
        return name == null ? "" : name;
    }

    /** The version whose envelopes have a media type, in text; null for any other type. */
    public static @Nullable EnvelopeFormat ofMediaType(String mediaType) {
        return mediaType.equals(SOAP_11.mediaType) ? SOAP_11 : mediaType.equals(SOAP_12.mediaType) ? SOAP_12 : null;
    }

    /** The code with a local name; RECEIVER for an unknown name. */
    Code code(String local) {
        for (Map.Entry<Code, String> entry : codes.entrySet()) {
            if (entry.getValue().equals(local) && entry.getKey() != Code.DATA_ENCODING_UNKNOWN) {
                return entry.getKey();
            }
        }
        return local.equals("DataEncodingUnknown") ? Code.DATA_ENCODING_UNKNOWN : Code.RECEIVER;
    }

    /** True for a header block that the final receiver must understand or refuse (SOAP 1.1 4.2.3, SOAP 1.2 5.2.3). */
    public boolean mustUnderstand(XmlElement block) {
        var flag = block.attribute(mustUnderstand);
        if (flag == null) {
            return false;
        }
        var addressed = block.attribute(role);
        String value = flag.value().strip();
        return (value.equals("1") || value.equals("true"))
                && (addressed == null
                        || addressed.value().isBlank()
                        || ownRoles.contains(addressed.value().strip()));
    }

    /** The HTTP status of a fault (SOAP 1.1 6.2; SOAP 1.2 Part 2, 7.5.2.2, table 20). */
    public int status(Code code) {
        return this == SOAP_12 && code == Code.SENDER ? 400 : 500;
    }

    /**
     * The HTTP status of a fault that says why a body is refused: that of the refusal, but for 400, in whose place is the
     * one of a sender's fault; clients read no fault of SOAP 1.1 that comes with 400.
     */
    public int statusOfRefused(int status) {
        return status == 400 ? status(Code.SENDER) : status;
    }
}
