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
 */
public record SoapFault(Code code, XmlName subcode, XmlName subsubcode, String reason, List<XmlElement> detail) {
    public static final XmlName NO_SUBCODE = XmlName.of("");

    public SoapFault {
        detail = List.copyOf(detail);
    }

    /** A fault whose subcode is its most specific name. */
    public SoapFault(Code code, XmlName subcode, String reason, List<XmlElement> detail) {
        this(code, subcode, NO_SUBCODE, reason, detail);
    }

    public static SoapFault sender(String reason) {
        return new SoapFault(Code.SENDER, NO_SUBCODE, reason, List.of());
    }

    public static SoapFault receiver(String reason) {
        return new SoapFault(Code.RECEIVER, NO_SUBCODE, reason, List.of());
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
