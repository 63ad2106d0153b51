package dev.weir.bpel.dialect;

import dev.weir.bpel.language.ProcessReader;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The data of faults that the engine raises, as Oracle's processes catch them: a message of the texts code, summary and
 * detail. Each composite brings its own WSDL of the message type, RuntimeFaultMessage, so it is recognised by its parts, not by a name.
 */
public final class RuntimeFaultData {
    public static final String CODE = "code";
    public static final String SUMMARY = "summary";
    public static final String DETAIL = "detail";

    private static final Set<String> PARTS = Set.of(CODE, SUMMARY, DETAIL);

    private RuntimeFaultData() {}

    /** The data of a fault without details. */
    public static MessageValue of(String code, String summary) {
        MessageValue data = new MessageValue();
        data.set(CODE, part(CODE, code));
        data.set(SUMMARY, part(SUMMARY, summary));
        data.set(DETAIL, part(DETAIL, ""));
        return data;
    }

    /** One part. */
    public static XmlElement part(String name, String text) {
        XmlElement part = new XmlElement(XmlName.of(name));
        part.setText(text);
        return part;
    }

    /** True for the name of a fault that the engine may raise: WS-BPEL's, and Oracle's such as remoteFault. */
    public static boolean belongsTo(XmlName fault) {
        return fault.namespace().equals(ProcessReader.NAMESPACE)
                || fault.namespace().equals(ProcessReader.ORACLE);
    }

    /** True for the type of such data. */
    public static boolean isTyped(MessageType type) {
        return type.parts().stream().map(Part::name).collect(Collectors.toSet()).equals(PARTS);
    }

    /** True for such data. */
    public static boolean isHeld(MessageValue message) {
        return message.parts().keySet().equals(PARTS);
    }
}
