package dev.weir.bpel.analysis.handler;

import dev.weir.bpel.language.ProcessReader;
import dev.weir.xml.XmlName;
import java.util.Set;

/** The faults that WS-BPEL itself throws (appendix A). */
final class StandardFaults {
    private static final Set<String> NAMES = Set.of(
            "ambiguousReceive",
            "completionConditionFailure",
            "conflictingReceive",
            "conflictingRequest",
            "correlationViolation",
            "invalidBranchCondition",
            "invalidExpressionValue",
            "invalidVariables",
            "joinFailure",
            "mismatchedAssignmentFailure",
            "missingReply",
            "missingRequest",
            "scopeInitializationFailure",
            "selectionFailure",
            "subLanguageExecutionFault",
            "uninitializedPartnerRole",
            "uninitializedVariable",
            "unsupportedReference",
            "xsltInvalidSource",
            "xsltStylesheetNotFound");

    private StandardFaults() {}

    /** True for those that exit a process where it says so: all but joinFailure (section 12.5). */
    static boolean exits(XmlName fault) {
        return fault.namespace().equals(ProcessReader.NAMESPACE)
                && NAMES.contains(fault.local())
                && !fault.local().equals("joinFailure");
    }
}
