package dev.weir.composite.mediator;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rule that applies to a message. Nothing is transformed before it is asked for. Belongs to one thread at a time, as
 * the message does.
 */
public final class AppliedRule implements RuleDecision {
    private final RoutingRule rule;
    private final MessageValue in;
    private final Map<String, String> inProperties;
    private final boolean replies;
    private final Map<String, String> outProperties = new LinkedHashMap<>();
    private @Nullable MessageValue request;

    AppliedRule(RoutingRule rule, MessageValue in, Map<String, String> inProperties, boolean replies) {
        this.rule = rule;
        this.in = in;
        this.inProperties = inProperties;
        this.replies = replies;
    }

    @Override
    public String rule() {
        return rule.name();
    }

    @Override
    public String condition() {
        return rule.conditionText();
    }

    /** The mediator's reference to send to. */
    public String reference() {
        return rule.reference();
    }

    /** The operation of that reference. */
    public String operation() {
        return rule.operation();
    }

    /** True if the target's operation is one-way: there will be no reply. */
    public boolean oneWay() {
        return rule.oneWay();
    }

    /**
     * True if the target's reply is the mediator's. Of several rules that would reply to one message the first does;
     * the others are sent and their replies dropped, for a caller gets one reply.
     */
    public boolean replies() {
        return replies;
    }

    /**
     * What to send: transformed at the first call, the same message after.
     *
     * @throws MediatorException when a stylesheet or expression fails
     */
    public MessageValue request() {
        MessageValue made = request;
        if (made == null) {
            made = rule.request().apply(in, in, inProperties, outProperties);
            request = made;
        }
        return made;
    }

    /** Properties that the rule sets on what it sends ({@code $out.property.x}), by name. */
    public Map<String, String> properties() {
        request();
        return outProperties;
    }

    /**
     * The mediator's reply, made from the target's.
     *
     * @throws MediatorException when a stylesheet or expression fails
     * @throws IllegalStateException for a rule that does not reply
     */
    public MessageValue reply(MessageValue reply) {
        Transformation onReply = rule.onReply();
        if (!replies || onReply == null) {
            throw new IllegalStateException("the rule '" + rule.name() + "' does not reply");
        }
        return onReply.apply(reply, in, Map.of(), new LinkedHashMap<>());
    }

    /**
     * The mediator's fault, made from the target's: by the rule's onFault for it; without one the same fault, where
     * the mediator's operation declares one of that name and message.
     *
     * @param name the fault's name in the target's operation
     * @return null where the fault is none that the mediator's operation knows: the caller then gets a general fault
     * @throws MediatorException when a stylesheet or expression fails
     */
    public @Nullable MediatorFault fault(XmlName name, MessageValue data) {
        FaultRule onFault = rule.onFaults().get(name.local());
        return onFault == null
                ? null
                : new MediatorFault(
                        onFault.name(), onFault.transformation().apply(data, in, Map.of(), new LinkedHashMap<>()));
    }
}
