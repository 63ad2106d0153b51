package dev.weir.bpel.command;

import dev.weir.xml.XmlName;

/** Fault names by which a reply to a call says how the invoke goes on, instead of what the partner answered. */
public final class CallRecovery {
    /** Oracle's {@code bpelx:replay}: the scope around the activity begins again; a process may throw it itself. */
    public static final XmlName REPLAY = XmlName.of("http://schemas.oracle.com/bpel/extension", "replay");

    /** The invoke counts as done; its output variable keeps its value. */
    public static final XmlName CONTINUE = XmlName.of("urn:weir:recovery", "continue");

    private CallRecovery() {}
}
