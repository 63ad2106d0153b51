package dev.weir.bpel.graph;

import dev.weir.bpel.graph.Node.Head;

/**
 * Where an activity stands.
 *
 * @param parent the activity around it; -1 for none
 * @param scope the scope around it; -1 for none
 * @param handlerOf the scope in whose fault, compensation or termination handler that is: the innermost; -1 for none
 * @param frame which process or sub-process it belongs to
 */
record Context(
        int parent, int scope, int handlerOf, Names names, boolean suppressJoinFailure, boolean exits, Frame frame) {
    /** The place of a process. */
    static Context outermost(Frame process) {
        return new Context(-1, -1, -1, new Names(null), false, false, process);
    }

    Context in(Head head) {
        return new Context(head.id(), scope, handlerOf, names, head.links().suppressJoinFailure(), exits, frame);
    }

    /** Inside of a scope. */
    Context in(Head head, Names own, boolean exitOnStandardFault, Frame owner) {
        return new Context(
                head.id(), head.id(), handlerOf, own, head.links().suppressJoinFailure(), exitOnStandardFault, owner);
    }

    Context with(Names other) {
        return new Context(parent, scope, handlerOf, other, suppressJoinFailure, exits, frame);
    }

    Context handler() {
        return new Context(parent, scope, scope, names, suppressJoinFailure, exits, frame);
    }

    boolean isRootOfHandler() {
        return handlerOf == scope;
    }
}
