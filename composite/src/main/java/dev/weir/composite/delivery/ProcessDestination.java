package dev.weir.composite.delivery;

import dev.weir.bpel.BpelFault;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.store.FlowState;
import dev.weir.store.Intake;
import dev.weir.store.Message;
import dev.weir.store.Reply;
import dev.weir.store.Store;
import dev.weir.store.Store.Taken;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A partner link of a process component: its messages go into the store, its replies come by exchange. */
final class ProcessDestination implements Destination {
    private final Store store;
    private final Exchanges exchanges;
    private final Executor workers;
    private final String component;
    private final ProcessDefinition process;
    private final String partnerLink;

    ProcessDestination(
            Store store,
            Exchanges exchanges,
            Executor workers,
            String component,
            ProcessDefinition process,
            String partnerLink) {
        this.store = store;
        this.exchanges = exchanges;
        this.workers = workers;
        this.component = component;
        this.process = process;
        this.partnerLink = partnerLink;
    }

    @Override
    public CompletionStage<Answer> deliver(Parcel parcel) {
        List<String> keys;
        try {
            keys = process.keys(
                    component,
                    partnerLink,
                    parcel.operation(),
                    parcel.message(),
                    parcel.journey().conversation());
        } catch (BpelFault fault) {
            MessageValue data = fault.data();
            return CompletableFuture.completedFuture(new Answer.Faulted(
                    fault.name(), data == null ? new MessageValue() : data, String.valueOf(fault.getMessage())));
        }
        String exchange = parcel.oneWay() ? null : parcel.journey().exchange(parcel.path());
        CompletableFuture<Reply> reply = exchange == null ? null : exchanges.await(exchange);
        Duration maxWait = parcel.journey().maxWait();
        if (reply != null && maxWait != null) {
            var unused = reply.orTimeout(maxWait.toMillis(), TimeUnit.MILLISECONDS);
        }
        return store.accept(intake(parcel, keys, exchange))
                .thenComposeAsync(taken -> answer(parcel, taken, exchange, reply), workers)
                .whenComplete((answer, failure) -> {
                    if (exchange != null) {
                        exchanges.forget(exchange);
                    }
                });
    }

    private Intake intake(Parcel parcel, List<String> keys, @Nullable String exchange) {
        Journey journey = parcel.journey();
        String conversation = journey.conversation();
        Message message = new Message(
                store.newId(),
                journey.key(parcel.path()),
                journey.flow(),
                parcel.span(),
                component,
                partnerLink,
                parcel.operation(),
                0,
                keys,
                process.creates(partnerLink, parcel.operation()) ? store.newId() : 0,
                exchange,
                journey.callback(),
                conversation == null ? journey.caller() : conversation,
                null,
                parcel.message().toBytes(),
                journey.now());
        return new Intake(
                journey.flow(),
                journey.composite(),
                journey.created(),
                FlowState.RUNNING,
                message,
                journey.takeEvents());
    }

    private CompletionStage<Answer> answer(
            Parcel parcel, Taken taken, @Nullable String exchange, @Nullable CompletableFuture<Reply> reply) {
        parcel.journey().markStored();
        if (exchange == null || reply == null) {
            return CompletableFuture.completedFuture(Answer.TAKEN);
        }
        if (taken == Taken.DUPLICATE) {
            // The process may have answered before a crash: then its reply was kept for us.
            store.reply(exchange).ifPresent(exchanges::deliver);
        }
        parcel.journey().rests();
        return reply.thenApplyAsync(ProcessDestination::read, workers);
    }

    private static Answer read(Reply reply) {
        MessageValue value = MessageValue.fromBytes(reply.payload());
        String fault = reply.fault();
        return fault == null ? new Answer.Output(value) : fault(XmlName.parse(fault), value);
    }

    private static Answer fault(XmlName name, MessageValue value) {
        return new Answer.Faulted(name, value, "the process answered with this fault");
    }

    @Override
    public String describe() {
        return component;
    }
}
