package dev.weir.bpel.graph;

import dev.weir.bpel.language.Construct.SubProcess;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process, or a sub-process that it calls: whose activities are being compiled, and which inline sub-processes they
 * may call.
 *
 * @param caller null for the process itself
 * @param called null for the process itself
 * @param inline the sub-processes of the document
 * @param names the document's own declarations by name, which its inline sub-processes see; null until they have
 *     been read
 */
record Frame(
        @Nullable Frame caller,
        @Nullable SubProcess called,
        List<SubProcess> inline,
        @Nullable ScopeNames names) {
    /** True within a call of a sub-process, however deep. */
    boolean isWithin(SubProcess subProcess) {
        for (Frame frame = this; frame != null; frame = frame.caller) {
            if (subProcess.equals(frame.called)) {
                return true;
            }
        }
        return false;
    }

    /** With the declarations of the document's outermost scope, if these are they. */
    Frame declaring(ScopeNames outermost) {
        return names == null ? new Frame(caller, called, inline, outermost) : this;
    }
}
