package dev.weir.composite.mediator;

import dev.weir.composite.message.EventMessages;
import dev.weir.composite.message.Incoming;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is done with a message, as the plan has it: the end of an {@code action}, {@code onReply}, {@code onFault} and so on. */
sealed interface Step {
    /**
     * Makes what is to be carried out.
     *
     * @param in the message at hand
     * @param initial the message with which the mediator was called
     * @throws MediatorException when a stylesheet or expression fails
     */
    Effect effect(Incoming in, Incoming initial);

    /** The place to which the message goes, for the audit. */
    String target();

    /** True if it, or what follows an answer to it, may be the mediator's reply. */
    default boolean replies() {
        return false;
    }

    /** {@code invoke} or {@code forward}. */
    record Invoke(String reference, String operation, boolean oneWay, Transformation request, Answers answers)
            implements Step {
        @Override
        public Effect effect(Incoming in, Incoming initial) {
            return new Effect.Send(this, request.apply(in, initial), initial);
        }

        @Override
        public String target() {
            return "to " + reference;
        }

        @Override
        public boolean replies() {
            return answers.onReply() != null && answers.onReply().replies();
        }
    }

    /**
     * What becomes of what comes back.
     *
     * @param onReply null where the reply ends here
     * @param onFaults by the fault's name in the target's operation
     * @param onCallbacks by the operation of the target's callback port type
     * @param timeout null where a callback is waited for without limit
     */
    record Answers(
            @Nullable Step onReply,
            Map<String, Step> onFaults,
            Map<String, Step> onCallbacks,
            @Nullable Timeout timeout) {}

    /** {@code onCallbackTimeout}: its {@code $in} is the message that was called with. */
    record Timeout(Duration after, Step then) {}

    /** {@code reply}, or {@code echo} of an operation that replies. */
    record Reply(Transformation reply) implements Step {
        @Override
        public Effect effect(Incoming in, Incoming initial) {
            return new Effect.Reply(reply.apply(in, initial));
        }

        @Override
        public String target() {
            return "echo";
        }

        @Override
        public boolean replies() {
            return true;
        }
    }

    /** {@code callback}, or {@code echo} of an operation that calls back. */
    record Callback(String operation, Transformation message) implements Step {
        @Override
        public Effect effect(Incoming in, Incoming initial) {
            return new Effect.Callback(operation, message.apply(in, initial));
        }

        @Override
        public String target() {
            return "echo by " + operation;
        }
    }

    /** {@code fault}. */
    record Fault(XmlName name, Transformation data) implements Step {
        @Override
        public Effect effect(Incoming in, Incoming initial) {
            return new Effect.Fault(new MediatorFault(name, data.apply(in, initial)));
        }

        @Override
        public String target() {
            return "fault " + name.local();
        }

        @Override
        public boolean replies() {
            return true;
        }
    }

    /** {@code raise}. */
    record Raise(String place, XmlName event, Transformation content) implements Step {
        @Override
        public Effect effect(Incoming in, Incoming initial) {
            MessageValue made = content.apply(in, initial);
            XmlElement element = made.part(EventMessages.PART);
            if (element == null) {
                throw new MediatorException(place, "there is no content for the event " + event);
            }
            return new Effect.Raise(event, element);
        }

        @Override
        public String target() {
            return "event " + event.local();
        }
    }

    /** Nothing: an answer that is only awaited. */
    record Ignore() implements Step {
        @Override
        public Effect effect(Incoming in, Incoming initial) {
            return Effect.NOTHING;
        }

        @Override
        public String target() {
            return "nowhere";
        }
    }
}
