package dev.weir.bpel.instance;

import dev.weir.bpel.language.ProcessReader;
import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/**
 * A fault on its way (WS-BPEL 2.0, section 12.5).
 *
 * @param reason what the audit shows; empty where the process itself threw it
 * @param messageType the type of data that is a message, where it is known
 */
public record Fault(
        XmlName name,
        String reason,
        @Nullable VariableValue data,
        @Nullable XmlName messageType) {
    /** A standard fault (appendix A). */
    public static Fault standard(String local, String reason) {
        return new Fault(XmlName.of(ProcessReader.NAMESPACE, local), reason, null, null);
    }

    public boolean isStandard() {
        return name.namespace().equals(ProcessReader.NAMESPACE);
    }
}
