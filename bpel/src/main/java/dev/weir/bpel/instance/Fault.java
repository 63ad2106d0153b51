package dev.weir.bpel.instance;

import dev.weir.bpel.command.CallRecovery;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/**
 * A fault on its way (WS-BPEL 2.0, section 12.5).
 *
 * @param reason what the audit shows; empty where the process itself threw it
 * @param messageType the type of data that is a message, where it is known
 * @param replayed the scope, an activity's id, that the fault goes to and that begins again; 0 for a fault of any other
 *     kind
 */
public record Fault(
        XmlName name,
        String reason,
        @Nullable VariableValue data,
        @Nullable XmlName messageType,
        int replayed) {
    /** Of an instance for which there is not enough memory. */
    public static final XmlName STATE_TOO_LARGE = XmlName.of("urn:weir:limits", "stateTooLarge");

    public Fault(XmlName name, String reason, @Nullable VariableValue data, @Nullable XmlName messageType) {
        this(name, reason, data, messageType, 0);
    }

    /** What lets a scope around begin again; no handler on the way catches it. */
    public static Fault replay(int scope) {
        return new Fault(CallRecovery.REPLAY, "", null, null, scope);
    }

    /** A standard fault (appendix A). */
    public static Fault standard(String local, String reason) {
        return new Fault(XmlName.of(ProcessReader.NAMESPACE, local), reason, null, null);
    }

    public boolean isStandard() {
        return name.namespace().equals(ProcessReader.NAMESPACE);
    }
}
