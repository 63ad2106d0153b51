package dev.weir.composite.delivery;

import dev.weir.composite.mediator.AppliedRule;
import dev.weir.composite.mediator.MediatorException;
import dev.weir.composite.mediator.MediatorFault;
import dev.weir.composite.mediator.MediatorPlan;
import dev.weir.composite.mediator.Routing;
import dev.weir.composite.mediator.RuleDecision;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.ComponentId;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A mediator: its rules are followed one after the other, each when the one before is done. It keeps no state: who
 * sent the message waits, or sends it again under the same keys.
 */
final class MediatorDestination implements Destination {
    /** So many mediators in a row are taken for wires that lead in a circle. */
    private static final int MOST_IN_A_ROW = 32;

    /** Oracle's name for what a mediator answers when it cannot. */
    private static final XmlName MEDIATOR_FAULT =
            XmlName.of("http://schemas.oracle.com/mediator/faults", "mediatorFault");

    private final ComponentId component;
    private final MediatorPlan plan;
    private final Function<String, Destination> references;

    /** @param references where each of the mediator's references leads */
    MediatorDestination(ComponentId component, MediatorPlan plan, Function<String, Destination> references) {
        this.component = component;
        this.plan = plan;
        this.references = references;
    }

    @Override
    public String describe() {
        return component.toString();
    }

    @Override
    public CompletionStage<Answer> deliver(Delivery delivery) {
        return new Run(delivery).start();
    }

    /** One message on its way through the rules. */
    private final class Run {
        private final Delivery delivery;
        private final DeliveryContext context;
        private final long span;
        private @Nullable Answer answer;

        Run(Delivery delivery) {
            this.delivery = delivery;
            this.context = delivery.context();
            this.span = context.newSpan();
        }

        CompletionStage<Answer> start() {
            context.record(Kind.MEDIATOR_STARTED, span, delivery.span(), component, delivery.operation(), null);
            try {
                if (delivery.depth() >= MOST_IN_A_ROW) {
                    throw new DeliveryException(
                            MOST_IN_A_ROW + " mediators in a row: the wires lead in a circle", true);
                }
                Routing routing =
                        plan.route(delivery.operation(), delivery.message(), context.properties(delivery.message()));
                return follow(routing.decisions(), 0).handle(this::end).thenCompose(Function.identity());
            } catch (RuntimeException e) {
                return end(null, e);
            }
        }

        /** Follows the rules from one on; stops at the first whose delivery fails. */
        private CompletionStage<Answer> follow(List<RuleDecision> decisions, int from) {
            for (int i = from; i < decisions.size(); i++) {
                RuleDecision decision = decisions.get(i);
                long ruleSpan = context.newSpan();
                if (decision instanceof AppliedRule chosen) {
                    context.record(
                            Kind.RULE_CHOSEN, ruleSpan, span, component, chosen.rule(), "to " + chosen.reference());
                    int next = i + 1;
                    return send(chosen, ruleSpan, i).thenCompose(done -> follow(decisions, next));
                }
                context.record(Kind.RULE_SKIPPED, ruleSpan, span, component, decision.rule(), decision.condition());
            }
            if (answer != null) {
                return CompletableFuture.completedFuture(answer);
            }
            if (delivery.oneWay()) {
                return CompletableFuture.completedFuture(Answer.TAKEN);
            }
            return CompletableFuture.completedFuture(new Answer.Faulted(
                    MEDIATOR_FAULT, new MessageValue(), "no rule of " + plan.name() + " answers this message"));
        }

        private CompletionStage<Answer> send(AppliedRule chosen, long ruleSpan, int rule) {
            Delivery onward = new Delivery(
                    context,
                    delivery.path() + "/" + rule,
                    ruleSpan,
                    chosen.operation(),
                    chosen.oneWay(),
                    MessageHeaders.carried(delivery.message(), chosen.request(), chosen.properties()));
            return references.apply(chosen.reference()).deliver(onward).thenApply(reply -> keep(chosen, reply));
        }

        private Answer keep(AppliedRule chosen, Answer reply) {
            if (chosen.replies() && reply instanceof Answer.Output output) {
                answer = new Answer.Output(
                        MessageHeaders.carried(output.message(), chosen.reply(output.message()), Map.of()));
            } else if (reply instanceof Answer.Faulted faulted && answer == null && !delivery.oneWay()) {
                MediatorFault fault = chosen.fault(faulted.name(), faulted.data());
                answer = fault == null ? faulted : new Answer.Faulted(fault.name(), fault.data(), faulted.reason());
            }
            return reply;
        }

        private CompletionStage<Answer> end(@Nullable Answer result, @Nullable Throwable failure) {
            if (failure != null) {
                Throwable cause = Failures.cause(failure);
                context.record(
                        Kind.MEDIATOR_FAULTED,
                        span,
                        delivery.span(),
                        component,
                        delivery.operation(),
                        cause instanceof MediatorException || cause instanceof DeliveryException
                                ? cause.getMessage()
                                : "internal error");
                return cause instanceof MediatorException mediator
                        ? CompletableFuture.completedFuture(new Answer.Faulted(
                                MEDIATOR_FAULT, new MessageValue(), String.valueOf(mediator.getMessage())))
                        : CompletableFuture.failedFuture(cause);
            }
            Answer given = result == null ? Answer.TAKEN : result;
            boolean faulted = given instanceof Answer.Faulted;
            context.record(
                    faulted ? Kind.MEDIATOR_FAULTED : Kind.MEDIATOR_COMPLETED,
                    span,
                    delivery.span(),
                    component,
                    delivery.operation(),
                    given instanceof Answer.Faulted fault
                            ? "fault " + fault.name().local()
                            : null);
            return CompletableFuture.completedFuture(given);
        }
    }
}
