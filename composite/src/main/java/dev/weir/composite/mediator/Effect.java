package dev.weir.composite.mediator;

import dev.weir.composite.message.Incoming;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a rule leads to, or what comes back on it: to be carried out by others. Messages carry the properties and header
 * blocks that the plan sets on them. Belongs to one thread at a time, as its message does.
 */
public sealed interface Effect {
    /** Nothing more is to be done. */
    Effect NOTHING = new Nothing();

    /** See {@link #NOTHING}. */
    record Nothing() implements Effect {}

    /** The mediator's reply. */
    record Reply(MessageValue message) implements Effect {}

    /** A callback to the mediator's caller, by an operation of its callback port type. */
    record Callback(String operation, MessageValue message) implements Effect {}

    /** The mediator's fault. */
    record Fault(MediatorFault fault) implements Effect {}

    /** An event for whoever has subscribed to it. */
    record Raise(XmlName event, XmlElement content) implements Effect {}

    /** A message to one of the mediator's references, and what becomes of the answer. */
    final class Send implements Effect {
        private final Step.Invoke step;
        private final MessageValue message;
        private final Incoming initial;

        Send(Step.Invoke step, MessageValue message, Incoming initial) {
            this.step = step;
            this.message = message;
            this.initial = initial;
        }

        /** The mediator's reference to send to. */
        public String reference() {
            return step.reference();
        }

        /** The operation of that reference. */
        public String operation() {
            return step.operation();
        }

        /** True if the operation is one-way: there will be no answer but perhaps a callback. */
        public boolean oneWay() {
            return step.oneWay();
        }

        public MessageValue message() {
            return message;
        }

        /**
         * What becomes of the reply.
         *
         * @throws MediatorException when a stylesheet or expression fails
         */
        public Effect replied(MessageValue reply) {
            Step onReply = step.answers().onReply();
            return onReply == null ? NOTHING : onReply.effect(Incoming.of(reply), initial);
        }

        /**
         * What becomes of a fault: what the plan says of it; where it says nothing, the same fault where the mediator's
         * operation declares one of that name and message.
         *
         * @param name the fault's name in the target's operation
         * @return null where the plan does not know the fault: the caller then gets it as it is
         * @throws MediatorException when a stylesheet or expression fails
         */
        public @Nullable Effect faulted(XmlName name, MessageValue data) {
            Step onFault = step.answers().onFaults().get(name.local());
            return onFault == null ? null : onFault.effect(new Incoming(data, Map.of(), List.of()), initial);
        }
    }
}
