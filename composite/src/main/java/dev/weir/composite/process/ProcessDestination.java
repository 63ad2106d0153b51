package dev.weir.composite.process;

import dev.weir.bpel.BpelFault;
import dev.weir.bpel.HeaderUse.Read;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.bpel.ProcessEngine.Outcome;
import dev.weir.composite.delivery.Answer;
import dev.weir.composite.delivery.BackgroundWrites;
import dev.weir.composite.delivery.CountedDelivery;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.delivery.DeliveryContext.Keeping;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.MessageHeaders;
import dev.weir.composite.delivery.UndeliveredMessage;
import dev.weir.composite.dispatch.InstanceMessages;
import dev.weir.composite.dispatch.MessagesWithoutRevision;
import dev.weir.composite.process.ProcessPolicies.Completion;
import dev.weir.composite.process.ProcessPolicies.OneWay;
import dev.weir.composite.process.SharedTransaction.SharedStep;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.InstanceStart;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.Store.AcceptOutcome;
import dev.weir.store.Store.CommitOutcome;
import dev.weir.wsdl.MessageValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A partner link of a process component. Its messages go into the store, and its replies come by exchange; where the
 * component's policies say so, an instance begins here and now, or lives in memory only.
 */
final class ProcessDestination implements Destination {
    private final ProcessHost host;
    private final Store store;
    private final ComponentId component;
    private final ProcessVersion version;
    private final ProcessDefinition process;
    private final ProcessPolicies policies;
    private final String partnerLink;

    /** @param version which instances get that its messages create; others take them whatever their version */
    ProcessDestination(ProcessHost host, ProcessVersion version, String partnerLink) {
        this.host = host;
        this.store = host.store();
        this.component = version.component();
        this.version = version;
        this.process = version.process();
        this.policies = version.policies();
        this.partnerLink = partnerLink;
    }

    ProcessVersion process() {
        return version;
    }

    ProcessPolicies policies() {
        return policies;
    }

    /** True if a call of this operation by a process is to be one transaction with the caller's step. */
    boolean joins(String operation, boolean oneWay) {
        return policies.joinsCaller()
                && process.creates(partnerLink, operation)
                && (!oneWay || policies.oneWay() == OneWay.SYNC);
    }

    @Override
    public CompletionStage<Answer> deliver(Delivery delivery) {
        return CountedDelivery.of(version.statistics(), delivery, this::taken);
    }

    private CompletionStage<Answer> taken(Delivery delivery) {
        CompletionStage<Answer> answer = take(delivery);
        return delivery.oneWay() || !host.validates()
                ? answer
                : answer.thenApply(given -> version.payloads().replied(partnerLink, delivery.operation(), given));
    }

    private CompletionStage<Answer> take(Delivery delivery) {
        InboundMessage intake;
        try {
            BpelFault invalid = invalid(delivery);
            if (invalid != null) {
                return CompletableFuture.completedFuture(faulted(invalid).ofInvalid());
            }
            intake = intake(delivery);
        } catch (BpelFault fault) {
            return CompletableFuture.completedFuture(faulted(fault));
        } catch (DeliveryException refused) {
            return CompletableFuture.failedFuture(refused);
        }
        boolean creates = process.creates(partnerLink, delivery.operation());
        if (creates && delivery.context().beginsNothing()) {
            return store.isAwaited(Objects.requireNonNull(intake.message()).keys())
                    ? host.messages().accept(delivery, intake)
                    : CompletableFuture.failedFuture(new DeliveryException(
                            component.composite() + " is retired, and none of its instances waits for this message",
                            true));
        }
        if (!creates && goesNowhere(Objects.requireNonNull(intake.message()))) {
            return CompletableFuture.failedFuture(DeliveryException.lasting(noInstance(delivery.operation())));
        }
        if (!creates || (delivery.oneWay() ? policies.oneWay() == OneWay.ASYNC_PERSIST : !policies.inMemory())) {
            return host.messages().accept(delivery, intake);
        }
        if (delivery.oneWay() && policies.oneWay() == OneWay.ASYNC_CACHE) {
            return host.pools().accepted().tryAcquire(intake)
                    ? cached(delivery, intake)
                    : host.messages().accept(delivery, intake);
        }
        return policies.inMemory() ? inMemory(delivery, intake) : atOnce(delivery, intake);
    }

    /** True for a message that begins no instance and that none can wait for: the store would drop it. */
    private static boolean goesNowhere(Message message) {
        return message.instance() == 0
                && message.creates() == 0
                && message.keys().isEmpty();
    }

    private String noInstance(String operation) {
        return "no instance of " + component + " can take " + operation + ": "
                + (process.receivingLinks().contains(partnerLink)
                        ? "it creates none, and the message has no correlation key"
                        : "its process receives nothing on a partner link '" + partnerLink + "'");
    }

    /** The message is accepted before it is looked at; until its instance's first step, or its end, nothing is stored. */
    private CompletionStage<Answer> cached(Delivery delivery, InboundMessage intake) {
        delivery.context().keep(Keeping.NOTHING, false);
        host.pools()
                .invoke()
                .execute(
                        component.composite(),
                        () -> BackgroundWrites.logFailure(
                                begun(delivery, intake)
                                        .whenComplete((answer, failure) ->
                                                host.pools().accepted().release(intake)),
                                "a message in memory for " + component + ": it is lost, and its step"));
        return CompletableFuture.completedFuture(Answer.TAKEN);
    }

    private CompletionStage<?> begun(Delivery delivery, InboundMessage intake) {
        try {
            return delivery.context()
                    .watch()
                    .run(() -> policies.inMemory()
                            ? run(delivery, intake, CompletableFuture.completedFuture(Answer.TAKEN))
                            : atOnce(delivery, intake));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The instance that the message creates takes its first step on this thread; both are stored as one. */
    private CompletionStage<Answer> atOnce(Delivery delivery, InboundMessage intake) {
        SharedStep shared = host.transactions().step(version, first(intake));
        BpelFault fault = shared.outcome().fault();
        Outcome outcome = fault == null ? shared.outcome() : SharedTransaction.withoutEffects(shared.outcome());
        List<InstanceStart> beginnings = new ArrayList<>();
        beginnings.add(new InstanceStart(intake, outcome.transition()));
        beginnings.addAll(shared.callees());
        return store.startInstances(beginnings, null)
                .thenCompose(committed -> committed == CommitOutcome.DONE
                        ? CompletableFuture.completedFuture(AcceptOutcome.NEW)
                        : store.accept(intake))
                .thenApply(taken -> {
                    delivery.context().markStored();
                    return fault == null ? Answer.TAKEN : faulted(fault);
                });
    }

    /** The work of the instance that a message creates, before anything is stored. */
    ClaimedInstance first(InboundMessage intake) {
        return ClaimedInstance.created(Objects.requireNonNull(intake.message()), version.version());
    }

    private CompletionStage<Answer> inMemory(Delivery delivery, InboundMessage intake) {
        DeliveryContext context = delivery.context();
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Duration maxWait = context.maxWait();
        if (maxWait != null) {
            var unused = answer.orTimeout(maxWait.toMillis(), TimeUnit.MILLISECONDS);
        }
        context.rests();
        BackgroundWrites.logFailure(run(delivery, intake, answer), "an instance of " + component + " in memory");
        return answer;
    }

    /** Runs the instance to its end, at which the caller has its answer, if it waits for one. */
    private CompletionStage<MemoryInstance.End> run(
            Delivery delivery, InboundMessage intake, CompletableFuture<Answer> answer) {
        DeliveryContext context = delivery.context();
        context.add(intake.audit());
        Message message = Objects.requireNonNull(intake.message());
        return new MemoryInstance(host, version, context, message).run().whenComplete((end, failure) -> {
            if (failure != null) {
                answer.completeExceptionally(failure);
            } else {
                ended(delivery, end, answer);
            }
        });
    }

    /** What is to be kept goes with the caller's context; where the caller is gone, it is stored here. */
    private void ended(Delivery delivery, MemoryInstance.End end, CompletableFuture<Answer> answer) {
        DeliveryContext context = delivery.context();
        boolean faulted = end.state() == FlowState.FAULTED;
        Completion completion = policies.completion();
        boolean kept = completion.keeps(faulted);
        Keeping keeping = kept ? completion == Completion.DEFERRED ? Keeping.LATER : Keeping.NOW : Keeping.NOTHING;
        if (kept) {
            context.add(end.audit());
        }
        context.keep(keeping, faulted);
        if (!answer.complete(answer(delivery, end)) && kept) {
            BackgroundWrites.logFailure(
                    store.accept(InboundMessage.ofFlow(
                            context.flow(), context.composite(), context.created(), end.state(), context.takeEvents())),
                    "recording the end of an instance in memory");
        }
    }

    private static Answer answer(Delivery delivery, MemoryInstance.End end) {
        BpelFault fault = end.fault();
        if (fault != null) {
            return faulted(fault);
        }
        if (delivery.oneWay()) {
            return Answer.TAKEN;
        }
        ExchangeId exchange = delivery.context().exchange(delivery.path());
        for (ExchangeReply reply : end.replies()) {
            if (reply.exchange().equals(exchange)) {
                return InstanceMessages.read(reply);
            }
        }
        return faulted(BpelFault.standard("missingReply", "the process has ended without a reply"));
    }

    static Answer.Faulted faulted(BpelFault fault) {
        MessageValue data = fault.data();
        return new Answer.Faulted(
                fault.name(), data == null ? new MessageValue() : data, String.valueOf(fault.getMessage()));
    }

    /** What is wrong with the form of a message; null where nothing is, or operators do not want to know. */
    private @Nullable BpelFault invalid(Delivery delivery) {
        return host.validates()
                ? version.payloads().request(partnerLink, delivery.operation(), delivery.message())
                : null;
    }

    /**
     * A delivery as the store takes it, of a message that is valid where operators want it so.
     *
     * @throws BpelFault for one that is not, and for a message that no instance can ever take
     * @throws DeliveryException for one that an instance of a stopped revision waits for, and no other
     */
    InboundMessage validIntake(Delivery delivery) {
        BpelFault invalid = invalid(delivery);
        if (invalid != null) {
            throw invalid;
        }
        return intake(delivery);
    }

    private InboundMessage intake(Delivery delivery) {
        DeliveryContext context = delivery.context();
        List<ProcessVersion> versions = host.versions(component);
        String relatesTo = awaited(delivery, versions);
        List<String> keys = keys(delivery.operation(), delivery.message(), relatesTo, versions);
        if (context.isToAnyRevision()) {
            List<ProcessVersion> others = host.inOtherRevisions(component);
            // Its own instances first.
            if (!others.isEmpty() && !store.isAwaited(keys)) {
                versions = new ArrayList<>(versions);
                takingMessages(others).forEach(versions::add);
                keys = keys(delivery.operation(), delivery.message(), relatesTo, versions);
                if (!store.isAwaited(keys)) {
                    refuseWhereStopped(delivery, relatesTo, others);
                }
            }
        }
        long creates =
                process.creates(partnerLink, delivery.operation()) && !context.beginsNothing() ? store.newId() : 0;
        if (context.isToAnyRevision() && creates == 0) {
            keys = alsoLater(keys);
        }
        Message.Builder incoming = host.messages().message(delivery, component, partnerLink);
        if (relatesTo != null) {
            incoming.conversation(relatesTo);
        }
        Message message = incoming.keys(keys)
                .creates(creates)
                .payload(MessageHeaders.read(delivery, read(delivery, versions)).toBytes())
                .build();
        InboundMessage intake = InboundMessage.of(
                message, context.composite(), context.created(), version.version(), context.takeEvents());
        return message.creates() == 0
                ? intake
                : intake.awaiting(process.awaited(component, partnerLink, delivery.operation(), delivery.message()));
    }

    /** The call that a message answers: of several the first whose answer an instance waits for, else the first. */
    private @Nullable String awaited(Delivery delivery, List<ProcessVersion> versions) {
        Conversation conversation = delivery.context().conversation();
        if (conversation.answered().size() > 1) {
            List<String> alone = keys(delivery.operation(), delivery.message(), null, versions);
            for (String call : conversation.answered()) {
                List<String> ofCall = new ArrayList<>(keys(delivery.operation(), delivery.message(), call, versions));
                ofCall.removeAll(alone);
                if (store.isAwaited(ofCall)) {
                    return call;
                }
            }
        }
        return conversation.relatesTo();
    }

    /**
     * A message that was accepted before and that no instance has taken, as it would be accepted now.
     *
     * @param begins whether it may begin an instance
     * @throws BpelFault if it lacks what instances wait for
     * @throws IllegalArgumentException if no instance can wait for such messages
     */
    UndeliveredMessage again(Message message, boolean begins) {
        List<ProcessVersion> versions = new ArrayList<>(host.versions(component));
        boolean toAnyRevision = message.keys().contains(MessagesWithoutRevision.key(component));
        if (toAnyRevision) {
            takingMessages(host.inOtherRevisions(component)).forEach(versions::add);
        }
        MessageValue content = MessageValue.fromBytes(message.payload());
        List<String> keys = keys(message.operation(), content, message.conversation(), versions);
        Message again = message.toBuilder()
                .keys(toAnyRevision ? alsoLater(keys) : keys)
                .creates(begins && process.creates(partnerLink, message.operation()) ? store.newId() : 0)
                .build();
        if (goesNowhere(again)) {
            throw new IllegalArgumentException(noInstance(message.operation()));
        }
        return new UndeliveredMessage(
                again,
                version.version(),
                key -> ProcessDefinition.isOfConversation(key, component, partnerLink, message.operation()));
    }

    private boolean isStopped(ProcessVersion version) {
        return host.isStopped(version.component().composite());
    }

    private Stream<ProcessVersion> takingMessages(List<ProcessVersion> others) {
        return others.stream().filter(other -> !isStopped(other));
    }

    /** The keys of a message that is also for instances of revisions deployed or started later. */
    private List<String> alsoLater(List<String> keys) {
        if (keys.isEmpty()) {
            return keys;
        }
        List<String> more = new ArrayList<>(keys);
        more.add(MessagesWithoutRevision.key(component));
        return more;
    }

    /** A message that an instance of a stopped revision waits for is refused as if it had named that revision. */
    private void refuseWhereStopped(Delivery delivery, @Nullable String relatesTo, List<ProcessVersion> others) {
        for (ProcessVersion other : others) {
            if (isStopped(other)
                    && store.isAwaited(other.keys(partnerLink, delivery.operation(), delivery.message(), relatesTo))) {
                throw DeliveryException.closed(other.component().composite() + " is stopped");
            }
        }
    }

    /** The keys by which an instance of any version may wait for a message. */
    private List<String> keys(
            String operation, MessageValue content, @Nullable String relatesTo, List<ProcessVersion> versions) {
        List<String> own = List.of();
        BpelFault missing = null;
        try {
            own = process.keys(component, partnerLink, operation, content, relatesTo);
        } catch (BpelFault fault) {
            missing = fault;
        }
        Set<String> keys = new LinkedHashSet<>(own);
        for (ProcessVersion other : versions) {
            if (other != version) {
                keys.addAll(other.keys(partnerLink, operation, content, relatesTo));
            }
        }
        if (missing != null && keys.isEmpty()) {
            throw missing;
        }
        return List.copyOf(keys);
    }

    /**
     * The header blocks and properties to be stored with a message: those that any version which may receive it reads.
     */
    private Read read(Delivery delivery, List<ProcessVersion> versions) {
        Read read = process.headers().received(partnerLink, delivery.operation());
        for (ProcessVersion other : versions) {
            if (other != version) {
                read = read.and(other.process().headers().received(partnerLink, delivery.operation()));
            }
        }
        return read;
    }

    @Override
    public String describe() {
        return component.toString();
    }
}
