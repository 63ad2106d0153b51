package dev.weir.composite.mediator;

import dev.weir.composite.message.Incoming;
import dev.weir.composite.message.MessageScope;
import dev.weir.composite.message.MessageScope.Source;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.XmlName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A rule that applies to a message. Nothing is checked or transformed before it is asked for. Belongs to one thread at a
 * time, as the message does.
 */
public final class AppliedRule implements RuleDecision {
    private final RoutingRule rule;
    private final int index;
    private final boolean replies;
    private final Incoming in;
    private final MessageType input;
    private final Map<String, XmlName> headers;
    private @Nullable Effect effect;

    AppliedRule(RoutingRule rule, int index, boolean replies, Incoming in, MediatorPlan.Entry entry) {
        this.rule = rule;
        this.index = index;
        this.replies = replies;
        this.in = in;
        this.input = entry.input();
        this.headers = entry.headers();
    }

    @Override
    public String rule() {
        return rule.name();
    }

    @Override
    public String condition() {
        return rule.conditionText();
    }

    /** Its number among the rules of its operation or event handler, from 0: by it the rule is found again. */
    public int index() {
        return index;
    }

    public Execution execution() {
        return rule.execution();
    }

    /** For the audit: where the message goes. */
    public String target() {
        return rule.step().target();
    }

    /**
     * True if what it leads to may be the mediator's reply. Of several rules that would reply to one message the first
     * does; the others are followed and their replies dropped, for a caller gets one reply.
     */
    public boolean replies() {
        return replies;
    }

    /**
     * What is to be done: made at the first call, the same after.
     *
     * @throws MediatorException when the message breaks a rule that the plan checks, or a stylesheet or expression fails
     */
    public Effect effect() {
        Effect made = effect;
        if (made == null) {
            if (!rule.checks().isEmpty()) {
                try (MessageScope scope = new MessageScope(Map.of("in", new Source(input, in)), headers)) {
                    rule.checks().forEach(check -> check.check(scope));
                }
            }
            made = rule.step().effect(in, in);
            effect = made;
        }
        return made;
    }

    /** The mediator's reference that it calls; null where it calls none. */
    public @Nullable String reference() {
        return rule.step() instanceof Step.Invoke invoke ? invoke.reference() : null;
    }

    /** The operation that it calls on its reference; null where it calls none. */
    public @Nullable String calledOperation() {
        return rule.step() instanceof Step.Invoke invoke ? invoke.operation() : null;
    }

    /** True if the plan says what becomes of callbacks, be it nothing. */
    public boolean takesCallbacks() {
        Step.Answers answers = answers();
        return answers != null && !answers.onCallbacks().isEmpty();
    }

    /**
     * What becomes of a callback.
     *
     * @param operation of the callback port type of the rule's reference
     * @throws MediatorException when the plan does not know the callback, or a stylesheet or expression fails
     */
    public Effect calledBack(String operation, Incoming callback) {
        Step.Answers answers = answers();
        Step step = answers == null ? null : answers.onCallbacks().get(operation);
        if (step == null) {
            throw new MediatorException(
                    rule.place(),
                    "the rule '" + rule.name() + "' does not say what becomes of the callback '" + operation + "'");
        }
        return step.effect(callback, in);
    }

    /** How long a callback is waited for; empty for as long as it takes. */
    public Optional<Duration> callbackTimeout() {
        Step.Answers answers = answers();
        return answers == null || answers.timeout() == null
                ? Optional.empty()
                : Optional.of(answers.timeout().after());
    }

    /**
     * What is done when no callback came in that time.
     *
     * @throws MediatorException when a stylesheet or expression fails
     * @throws IllegalStateException for a rule without such a time
     */
    public Effect timedOut() {
        Step.Answers answers = answers();
        if (answers == null || answers.timeout() == null) {
            throw new IllegalStateException("the rule '" + rule.name() + "' waits without limit");
        }
        return answers.timeout().then().effect(in, in);
    }

    private Step.@Nullable Answers answers() {
        return rule.step() instanceof Step.Invoke invoke ? invoke.answers() : null;
    }

    /** The request as the mediator got it. */
    public MessageValue initial() {
        return in.message();
    }
}
