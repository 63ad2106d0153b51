package dev.weir.bpel.graph;

import dev.weir.bpel.graph.Node.Head;

/**
 * The place of an activity in the process: what is around it, and which names it sees.
 *
 * @param parent the activity around it; -1 for none
 * @param scope the scope around it; -1 for none
 * @param handlerOf the scope in whose fault, compensation or termination handler that is: the innermost; -1 for none
 * @param frame which process or sub-process it belongs to
 */
record CompileContext(
        int parent,
        int scope,
        int handlerOf,
        ScopeNames names,
        boolean suppressJoinFailure,
        boolean exits,
        Frame frame) {
    /** The place of a process. */
    static CompileContext outermost(Frame process) {
        return new CompileContext(-1, -1, -1, new ScopeNames(null), false, false, process);
    }

    CompileContext in(Head head) {
        return new CompileContext(
                head.id(), scope, handlerOf, names, head.links().suppressJoinFailure(), exits, frame);
    }

    /** Inside of a scope. */
    CompileContext in(Head head, ScopeNames own, boolean exitOnStandardFault, Frame owner) {
        return new CompileContext(
                head.id(), head.id(), handlerOf, own, head.links().suppressJoinFailure(), exitOnStandardFault, owner);
    }

    CompileContext with(ScopeNames other) {
        return new CompileContext(parent, scope, handlerOf, other, suppressJoinFailure, exits, frame);
    }

    CompileContext handler() {
        return new CompileContext(parent, scope, scope, names, suppressJoinFailure, exits, frame);
    }

    boolean isRootOfHandler() {
        return handlerOf == scope;
    }
}
