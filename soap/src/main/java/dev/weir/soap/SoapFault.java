package dev.weir.soap;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.List;

/**
 * A fault, independent of the SOAP version.
 *
 * @param subcode a more specific name than the code, such as that of a process fault; empty local name for none
 * @param subsubcode a name that is more specific still; empty local name for none. SOAP 1.1, which has one name only,
 *     says the most specific one
 * @param reason for people; holds no internals
 * @param detail children of the detail element; empty for none
 * @param origin who says so, where that is not simply whoever was asked
 */
public record SoapFault(
        Code code, XmlName subcode, XmlName subsubcode, String reason, List<XmlElement> detail, Origin origin) {
    public static final XmlName NO_SUBCODE = XmlName.of("");

    public SoapFault {
        detail = List.copyOf(detail);
    }

    /** A fault of whoever was asked. */
    public SoapFault(Code code, XmlName subcode, XmlName subsubcode, String reason, List<XmlElement> detail) {
        this(code, subcode, subsubcode, reason, detail, Origin.UNSAID);
    }

    /** A fault whose subcode is its most specific name. */
    public SoapFault(Code code, XmlName subcode, String reason, List<XmlElement> detail) {
        this(code, subcode, NO_SUBCODE, reason, detail);
    }

    /** The same fault by somebody else. */
    public SoapFault by(Origin other) {
        return new SoapFault(code, subcode, subsubcode, reason, detail, other);
    }

    public static SoapFault sender(String reason) {
        return new SoapFault(Code.SENDER, NO_SUBCODE, reason, List.of());
    }

    public static SoapFault receiver(String reason) {
        return new SoapFault(Code.RECEIVER, NO_SUBCODE, reason, List.of());
    }

    /**
     * Where on its way a message has failed (SOAP 1.2 Part 1, sections 5.4.3 and 5.4.4).
     *
     * @param node the URI of who has failed; empty for none
     * @param role the URI of what it acted as; empty for none. SOAP 1.1 has one place, faultactor, which says the role as SAAJ
     *     does, or else the node
     */
    public record Origin(String node, String role) {
        public static final Origin UNSAID = new Origin("", "");
    }

    /** SOAP 1.2's codes (Part 1, section 5.4.6); SOAP 1.1 says Client and Server for the last two. */
    public enum Code {
        VERSION_MISMATCH,
        MUST_UNDERSTAND,
        DATA_ENCODING_UNKNOWN,
        SENDER,
        RECEIVER
    }
}
