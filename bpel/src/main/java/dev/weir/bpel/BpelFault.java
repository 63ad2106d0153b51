package dev.weir.bpel;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/** A fault inside a process (WS-BPEL 2.0, section 12.5): a name, and data where there is any. */
public class BpelFault extends RuntimeException {
    /** The namespace of the standard faults (WS-BPEL 2.0, appendix A). */
    public static final String STANDARD = "http://docs.oasis-open.org/wsbpel/2.0/process/executable";

    private final XmlName name;
    private final @Nullable MessageValue data;

    public BpelFault(XmlName name, String reason, @Nullable MessageValue data) {
        super(reason, null, false, false);
        this.name = name;
        this.data = data;
    }

    /** A standard fault by its local name. */
    public static BpelFault standard(String local, String reason) {
        return new BpelFault(XmlName.of(STANDARD, local), reason, null);
    }

    public XmlName name() {
        return name;
    }

    public @Nullable MessageValue data() {
        return data;
    }
}
