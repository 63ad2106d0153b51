package dev.weir.composite.mediator;

import dev.weir.bpel.EventType;
import dev.weir.composite.delivery.Answer;
import dev.weir.composite.delivery.CountedDelivery;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.Failures;
import dev.weir.composite.delivery.MessageHeaders;
import dev.weir.composite.message.Incoming;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.ComponentId;
import dev.weir.store.Store;
import dev.weir.store.Turn;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A mediator. Sequential rules are followed one after the other, each when the one before is done: who sent the message
 * waits, or sends it again under the same keys. After them, parallel rules and those whose target calls back are handed
 * over to the store in one transaction; with it, one-way messages are accepted. A message that is to be put in order is
 * handed over as it is, and routed when its turn comes.
 */
final class MediatorDestination implements Destination {
    /** So many mediators in a row are taken for wires that lead in a circle. */
    private static final int MOST_IN_A_ROW = 32;

    /** Oracle's names for the property by which a message gives its flow a title. */
    private static final List<String> TITLES =
            List.of("tracking.compositeInstanceTitle", "tracking.setFlowInstanceTitle");

    /** Oracle's name for what a mediator answers when it cannot. */
    private static final XmlName MEDIATOR_FAULT =
            XmlName.of("http://schemas.oracle.com/mediator/faults", "mediatorFault");

    private static final CompletionStage<?> DONE = CompletableFuture.completedFuture(true);

    private final ComponentId component;
    private final MediatorPlan plan;
    private final Function<String, Destination> references;
    private final Function<XmlName, Destination> events;
    private final Store store;
    private final String version;
    private final ComponentStatistics statistics;

    /**
     * @param references where each of the mediator's references leads
     * @param events where it publishes an event
     * @param store takes what is done later
     * @param version of the composite to which the plan belongs
     * @param statistics counts messages that come in; what was handed over counts no second time
     */
    MediatorDestination(
            ComponentId component,
            MediatorPlan plan,
            Function<String, Destination> references,
            Function<XmlName, Destination> events,
            Store store,
            String version,
            ComponentStatistics statistics) {
        this.component = component;
        this.plan = plan;
        this.references = references;
        this.events = events;
        this.store = store;
        this.version = version;
        this.statistics = statistics;
    }

    @Override
    public String describe() {
        return component.toString();
    }

    @Override
    public CompletionStage<Answer> deliver(Delivery delivery) {
        return CountedDelivery.of(statistics, delivery, message -> new Run(message).start(false));
    }

    /** Does what was handed over. */
    CompletionStage<Answer> resume(MediatorCall work, Delivery call) {
        Delivery delivery =
                new Delivery(call.context(), call.path(), call.span(), work.operation(), true, call.message());
        return switch (work.kind()) {
            case MESSAGE -> new Run(delivery).start(true);
            case RULE, RULE_WITH_CALLBACK -> new Run(delivery).rule(work.rule());
            case FORWARD -> throw new IllegalArgumentException("a message that is made already goes to a reference");
        };
    }

    /** One message on its way through the rules. */
    private final class Run {
        private final Delivery delivery;
        private final DeliveryContext context;
        private final long span;
        private final MediatorHandover later;
        private @Nullable Answer answer;

        Run(Delivery delivery) {
            this.delivery = delivery;
            this.context = delivery.context();
            this.span = context.newSpan();
            this.later = new MediatorHandover(store, component, version, delivery, span);
        }

        /**
         * What a plan cannot do is a fault, whose reason names no files: it may go to anyone. Other failures are failures of
         * the delivery.
         */
        private CompletionStage<Answer> fault(Throwable failure) {
            Throwable cause = Failures.cause(failure);
            return cause instanceof MediatorException mediator
                    ? CompletableFuture.completedFuture(new Answer.Faulted(
                            MEDIATOR_FAULT,
                            new MessageValue(),
                            mediator.forSender() + " (its place is in the audit of " + context.flow() + ")",
                            cause instanceof InvalidMessageException))
                    : CompletableFuture.failedFuture(cause);
        }

        /** One rule that was handed over. */
        CompletionStage<Answer> rule(int index) {
            try {
                AppliedRule rule = plan.chosen(delivery.operation(), index, incoming());
                return new Following(rule, delivery.span(), delivery.path() + "/" + index)
                        .carryOut(rule.effect(), delivery.message())
                        .thenCompose(done -> handOver())
                        .thenApply(done -> answer instanceof Answer.Faulted fault ? fault : Answer.TAKEN)
                        .exceptionallyCompose(this::ruleFailed);
            } catch (RuntimeException e) {
                return ruleFailed(e);
            }
        }

        private CompletionStage<Answer> ruleFailed(Throwable failure) {
            if (Failures.cause(failure) instanceof MediatorException mediator) {
                recordFailure(mediator);
            }
            return fault(failure);
        }

        private void recordFailure(Throwable cause) {
            context.record(
                    Kind.MEDIATOR_FAULTED, span, delivery.span(), component, delivery.operation(), describe(cause));
        }

        private static @Nullable String describe(Throwable cause) {
            if (cause instanceof MediatorException || cause instanceof DeliveryException) {
                return cause.getMessage();
            }
            // A process behind the mediator goes on, and only the caller has waited long enough.
            return cause instanceof TimeoutException ? "no reply came in time" : "internal error";
        }

        private CompletionStage<?> handOver() {
            return later.isEmpty() ? DONE : later.store();
        }

        private byte[] payload(Incoming in) {
            MessageValue value = new MessageValue();
            in.message().parts().forEach(value::set);
            in.headers().forEach(value::addHeader);
            in.properties().forEach(value::setProperty);
            return value.toBytes();
        }

        /** The message waits for its turn. */
        private CompletionStage<Answer> queue(Resequencer order, Incoming in) {
            Turn turn = MediatorTurn.of(component, plan, delivery.operation(), order, in);
            context.record(
                    Kind.MEDIATOR_COMPLETED,
                    span,
                    delivery.span(),
                    component,
                    delivery.operation(),
                    "waits for its turn in " + turn.queue()
                            + (turn.order() instanceof Turn.Arrival ? "" : ", at " + turn.position()));
            later.message(turn, payload(in));
            return later.store().thenApply(stored -> Answer.TAKEN);
        }

        /** @param inTurn true for a message whose turn has come */
        CompletionStage<Answer> start(boolean inTurn) {
            context.record(Kind.MEDIATOR_STARTED, span, delivery.span(), component, delivery.operation(), null);
            try {
                if (delivery.depth() >= MOST_IN_A_ROW) {
                    throw new DeliveryException(
                            MOST_IN_A_ROW + " mediators in a row: the wires lead in a circle", true);
                }
                Incoming in = incoming();
                Resequencer order =
                        inTurn ? null : plan.resequencer(delivery.operation()).orElse(null);
                if (order != null) {
                    return queue(order, in);
                }
                Routing routing = plan.route(delivery.operation(), in);
                return follow(routing.decisions(), 0).handle(this::end).thenCompose(Function.identity());
            } catch (RuntimeException e) {
                return end(null, e);
            }
        }

        /** The request, with what came beside it: what came with the message counts before what came with the request. */
        private Incoming incoming() {
            MessageValue message = delivery.message();
            List<XmlElement> headers = message.headers().isEmpty() ? context.headers() : message.headers();
            return new Incoming(message, context.properties(message), headers);
        }

        /**
         * Follows the rules from one on; stops at the first whose delivery fails. Nobody awaits an answer to a one-way message:
         * a fault that comes back for it is a delivery that fails.
         */
        private CompletionStage<Answer> follow(List<RuleDecision> decisions, int from) {
            for (int i = from; i < decisions.size(); i++) {
                RuleDecision decision = decisions.get(i);
                long ruleSpan = context.newSpan();
                if (decision instanceof AppliedRule chosen
                        && (chosen.execution() == Execution.QUEUED || chosen.takesCallbacks())) {
                    context.record(
                            Kind.RULE_CHOSEN,
                            ruleSpan,
                            span,
                            component,
                            chosen.rule(),
                            chosen.target() + ", by itself");
                    later.rule(chosen, ruleSpan, payload(incoming()));
                    continue;
                }
                if (decision instanceof AppliedRule chosen) {
                    context.record(
                            Kind.RULE_CHOSEN,
                            ruleSpan,
                            span,
                            component,
                            chosen.rule(),
                            chosen.target(),
                            () -> chosen.effect() instanceof Effect.Send send ? send.message() : delivery.message());
                    int next = i + 1;
                    return new Following(chosen, ruleSpan, delivery.path() + "/" + i)
                            .carryOut(chosen.effect(), delivery.message())
                            .thenCompose(done -> delivery.oneWay() && answer instanceof Answer.Faulted fault
                                    ? CompletableFuture.completedFuture(fault)
                                    : context.watch().run(() -> follow(decisions, next)));
                }
                context.record(Kind.RULE_SKIPPED, ruleSpan, span, component, decision.rule(), decision.condition());
            }
            Answer given = delivery.oneWay() && answer == null ? Answer.TAKEN : answer;
            if (given != null) {
                return handOver().thenApply(stored -> given);
            }
            return CompletableFuture.completedFuture(new Answer.Faulted(
                    MEDIATOR_FAULT, new MessageValue(), "no rule of " + plan.name() + " answers this message"));
        }

        /** One rule that is followed, from message to answer and on, as far as the plan says. */
        private final class Following {
            private final AppliedRule rule;
            private final long ruleSpan;
            private final String path;

            Following(AppliedRule rule, long ruleSpan, String path) {
                this.rule = rule;
                this.ruleSpan = ruleSpan;
                this.path = path;
            }

            /** @param from the message of which the effect was made, and whose headers and properties it takes over */
            CompletionStage<?> carryOut(Effect effect, MessageValue from) {
                if (effect instanceof Effect.Send send) {
                    return send(send, from);
                }
                if (effect instanceof Effect.Reply reply) {
                    if (rule.replies() && answer == null) {
                        answer = new Answer.Output(MessageHeaders.carried(from, reply.message()));
                    }
                    return DONE;
                }
                if (effect instanceof Effect.Fault fault) {
                    faulted(new Answer.Faulted(
                            fault.fault().name(), fault.fault().data(), "the rule '" + rule.rule() + "' says so"));
                    return DONE;
                }
                if (effect instanceof Effect.Callback callback) {
                    later.callback(
                            callback,
                            ruleSpan,
                            MessageHeaders.carried(from, callback.message()).toBytes());
                    return DONE;
                }
                if (effect instanceof Effect.Raise raise) {
                    MessageValue event = MessageHeaders.carried(from, MessageValue.of(EventType.PART, raise.content()));
                    return events.apply(raise.event())
                            .deliver(new Delivery(
                                    context, path, ruleSpan, raise.event().local(), true, event));
                }
                if (effect instanceof Effect.Nothing) {
                    return DONE;
                }
                throw new IllegalStateException("plans with " + effect + " are refused when they are read");
            }

            private CompletionStage<?> send(Effect.Send send, MessageValue from) {
                for (String property : TITLES) {
                    String title = send.message().properties().get(property);
                    if (title != null) {
                        context.fact(Kind.FLOW_TITLE, component, title);
                        context.record(
                                Kind.INSTANCE_TITLED, context.newSpan(), span, component, delivery.operation(), title);
                        break;
                    }
                }
                Delivery onward = new Delivery(
                        context,
                        path,
                        ruleSpan,
                        send.operation(),
                        send.oneWay(),
                        MessageHeaders.carried(from, send.message()));
                return references
                        .apply(send.reference())
                        .deliver(onward)
                        .thenCompose(reply -> context.watch()
                                .run(() -> new Following(rule, ruleSpan, path + "/0").answered(send, reply)));
            }

            private CompletionStage<?> answered(Effect.Send send, Answer reply) {
                if (reply instanceof Answer.Output output) {
                    return carryOut(send.replied(output.message()), output.message());
                }
                if (reply instanceof Answer.Faulted fault) {
                    Effect effect = send.faulted(fault.name(), fault.data());
                    if (effect instanceof Effect.Fault known) {
                        faulted(new Answer.Faulted(
                                known.fault().name(), known.fault().data(), fault.reason()));
                        return DONE;
                    }
                    if (effect != null) {
                        return carryOut(effect, fault.data());
                    }
                    faulted(fault);
                }
                return DONE;
            }

            /** The sender's fault, if it has no answer yet. */
            private void faulted(Answer.Faulted fault) {
                if (answer == null) {
                    answer = fault;
                }
            }
        }

        private CompletionStage<Answer> end(@Nullable Answer result, @Nullable Throwable failure) {
            if (failure != null) {
                Throwable cause = Failures.cause(failure);
                recordFailure(cause);
                return fault(cause);
            }
            Answer given = result == null ? Answer.TAKEN : result;
            boolean faulted = given instanceof Answer.Faulted;
            context.record(
                    faulted ? Kind.MEDIATOR_FAULTED : Kind.MEDIATOR_COMPLETED,
                    span,
                    delivery.span(),
                    component,
                    delivery.operation(),
                    given instanceof Answer.Faulted fault ? fault.describe() : null);
            return CompletableFuture.completedFuture(given);
        }
    }
}
