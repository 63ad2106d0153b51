package dev.weir.bpel.activity;

import dev.weir.bpel.command.CallRecovery;
import dev.weir.bpel.data.AssignCopies;
import dev.weir.bpel.data.Faults;
import dev.weir.bpel.event.InstanceEvent.PhaseEntered;
import dev.weir.bpel.event.InstanceEvent.ScopeFaulted;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.Phase;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.store.FlowState;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.tree.XmlElement;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A scope: variables, partner links and correlation sets for the activities inside, and handlers for their faults
 * (section 12). The process itself is the outermost scope.
 */
final class ScopeBehaviour implements Behaviour<Node.Scope> {
    private static final String MISSING_REPLY = "missingReply";

    @Override
    public void start(StepContext step, ActivityInstance self, Node.Scope node) {
        step.started(self, null);
        for (Variable variable : node.variables()) {
            Node.From initial = variable.initial();
            if (initial != null) {
                new AssignCopies(step.data(self)).initialise(initial, variable);
            }
        }
        step.startChild(self, node.body());
        if (!step.awaitsCreator()) {
            EventHandlers.enable(step, self, node);
        }
    }

    @Override
    public void childCompleted(StepContext step, ActivityInstance self, Node.Scope node, boolean successful) {
        switch (self.phase()) {
            case RUNNING, HANDLING -> activityCompleted(step, self, node);
            default -> unwind(step, self, node);
        }
    }

    private static void activityCompleted(StepContext step, ActivityInstance self, Node.Scope node) {
        if (self.phase() == Phase.RUNNING && !node.eventHandlers().isEmpty()) {
            if (EventHandlers.bodyIsActive(step, self, node)) {
                return;
            }
            EventHandlers.disable(step, self);
            if (self.children() > 0) {
                return;
            }
        }
        boolean orphans = step.instance().requests().stream()
                .anyMatch(request -> request.linkScope() == self.id() || request.exchangeScope() == self.id());
        if (orphans) {
            Fault fault = Fault.standard(
                    MISSING_REPLY, node.head().label() + " has ended with a request that nobody has answered");
            if (self.phase() == Phase.RUNNING) {
                fail(step, self, node, fault);
            } else {
                step.faultLater(self, fault);
            }
        } else if (self.parent() == 0) {
            step.endInstance(FlowState.COMPLETED, null);
        } else {
            step.complete(self, null);
        }
    }

    @Override
    public void childFaulted(
            StepContext step, ActivityInstance self, Node.Scope node, ActivityInstance child, Fault fault) {
        Set<Integer> onTheWay = new HashSet<>();
        for (int above = child.parent();
                above != self.id();
                above = step.instance().get(above).parent()) {
            onTheWay.add(above);
        }
        step.terminateInside(self, onTheWay);
        switch (self.phase()) {
            case RUNNING -> fail(step, self, node, fault);
            case TERMINATING -> {
                // A fault in a termination handler ends it, and is for no one (section 12.6).
                step.apply(new PhaseEntered(self.id(), Phase.FAILING));
                unwind(step, self, node);
            }
            default -> {
                // A fault in a fault handler is for the scope around (section 12.5).
                step.apply(new ScopeFaulted(self.id(), fault));
                step.apply(new PhaseEntered(self.id(), Phase.FAILING));
                unwind(step, self, node);
            }
        }
    }

    private static void fail(StepContext step, ActivityInstance self, Node.Scope node, Fault fault) {
        if (node.exitOnStandardFault()
                && fault.isStandard()
                && !fault.name().local().equals("joinFailure")) {
            step.endInstance(FlowState.TERMINATED, fault);
            return;
        }
        step.apply(new ScopeFaulted(self.id(), fault));
        step.apply(new PhaseEntered(self.id(), Phase.FAULTING));
        unwind(step, self, node);
    }

    /** Goes on when all that was terminated inside, or the handler that ran, has ended. */
    private static void unwind(StepContext step, ActivityInstance self, Node.Scope node) {
        if (self.children() > 0) {
            return;
        }
        Fault fault = step.instance().fault(self.id());
        if (fault == null) {
            step.endTerminated(self);
        } else if (self.phase() == Phase.FAULTING) {
            handle(step, self, node, fault);
        } else if (fault.replayed() == self.id()) {
            step.restart(self);
        } else {
            step.faultLater(self, fault);
        }
    }

    private static void handle(StepContext step, ActivityInstance self, Node.Scope node, Fault fault) {
        if (fault.replayed() != 0 && fault.replayed() != self.id()) {
            step.faultLater(self, fault);
            return;
        }
        // The process itself cannot begin again: its message is used up.
        if (fault.name().equals(CallRecovery.REPLAY) && self.parent() != 0) {
            step.restart(self);
            return;
        }
        Node.Catch chosen = choose(node, fault);
        Node handler = chosen == null ? node.catchAll() : chosen.body();
        Node compensation = node.defaultCompensation();
        if (handler == null && compensation != null && step.instance().hasCompleted(self.id())) {
            step.apply(new PhaseEntered(self.id(), Phase.COMPENSATING));
            step.startChild(self, compensation);
            return;
        }
        if (handler == null) {
            step.faultLater(self, fault);
            return;
        }
        step.apply(new PhaseEntered(self.id(), Phase.HANDLING));
        step.auditCaught(self, fault);
        Variable variable = chosen == null ? null : chosen.variable();
        VariableValue data = chosen == null || variable == null ? null : dataFor(chosen, variable, fault);
        if (variable != null && data != null) {
            step.data(self).set(variable, data);
        }
        step.startChild(self, handler);
    }

    /** Runs the termination handler, or compensates what has completed in the scope (section 12.6). */
    @Override
    public boolean terminate(StepContext step, ActivityInstance self, Node.Scope node) {
        Node handler = node.terminationHandler();
        if (handler == null) {
            Node compensation = node.defaultCompensation();
            if (compensation == null || !step.instance().hasCompleted(self.id())) {
                return false;
            }
            handler = compensation;
        }
        step.apply(new PhaseEntered(self.id(), Phase.TERMINATING));
        step.startChild(self, handler);
        return true;
    }

    /** The handler of a fault by its name and the type of its data, in the order of section 12.5. */
    private static Node.@Nullable Catch choose(Node.Scope node, Fault fault) {
        Node.Catch best = null;
        int bestRank = Integer.MAX_VALUE;
        for (Node.Catch handler : node.catches()) {
            int rank = rank(handler, fault);
            if (rank < bestRank) {
                best = handler;
                bestRank = rank;
            }
        }
        return best;
    }

    private static int rank(Node.Catch handler, Fault fault) {
        Variable variable = handler.variable();
        boolean named = handler.faultName() != null;
        if (named && !Objects.equals(fault.name(), handler.faultName())) {
            return Integer.MAX_VALUE;
        }
        if (variable == null) {
            return 2;
        }
        if (dataFor(handler, variable, fault) == null) {
            return Integer.MAX_VALUE;
        }
        int byType = variable.message() != null ? 0 : 1;
        return named ? byType : 3 + byType;
    }

    /** The fault's data as a value for a handler's variable; null where the types do not match. */
    private static @Nullable VariableValue dataFor(Node.Catch handler, Variable variable, Fault fault) {
        VariableValue described = handler.ofEngine() ? Faults.described(fault) : null;
        if (described != null) {
            return described;
        }
        VariableValue data = fault.data();
        MessageType message = variable.message();
        if (data instanceof VariableValue.Message parts) {
            if (message != null) {
                return Objects.equals(message.name(), fault.messageType()) ? data : null;
            }
            XmlElement only = Faults.soleElement(parts.parts());
            return only != null && isOf(variable, only) ? new VariableValue.Element(only) : null;
        }
        if (data instanceof VariableValue.Element element) {
            if (message == null) {
                return isOf(variable, element.element()) ? data : null;
            }
            boolean wraps = message.parts().size() == 1
                    && Objects.equals(
                            element.element().name(), message.parts().get(0).element());
            return wraps
                    ? new VariableValue.Message(
                            MessageValue.of(message.parts().get(0).name(), element.element()))
                    : null;
        }
        return null;
    }

    private static boolean isOf(Variable variable, XmlElement element) {
        return variable.type() instanceof Variable.OfElement of && of.element().equals(element.name());
    }
}
