package dev.weir.composite.delivery;

import dev.weir.bpel.command.CallRecovery;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.store.AuditEvent;
import dev.weir.store.Call;
import dev.weir.store.CallFault;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The ways in which a call ends; each is one transaction with what it means for the calling instance. */
public final class CallSettlement {
    private final Store store;
    private final InstantSource clock;
    private final @Nullable String decision;

    public CallSettlement(Store store, InstantSource clock) {
        this(store, clock, null);
    }

    private CallSettlement(Store store, InstantSource clock, @Nullable String decision) {
        this.store = store;
        this.clock = clock;
        this.decision = decision;
    }

    /**
     * The same ways, gone because an operator has decided so.
     *
     * @param what he has decided, and who he is: {@link Message#decision} of what the caller gets
     */
    public CallSettlement decided(String what) {
        return new CallSettlement(store, clock, what);
    }

    /** The caller gets an answer, if it waits for one. */
    public CompletableFuture<Void> answer(Call call, long span, MessageValue value, List<AuditEvent> events) {
        return reply(call, reply(call, span).payload(value.toBytes()), events);
    }

    /** The caller gets a fault, if it waits for an answer. */
    public CompletableFuture<Void> fault(Call call, long span, CallFault fault, List<AuditEvent> events) {
        return reply(call, reply(call, span).fault(fault.name(), fault.reason()).payload(fault.data()), events);
    }

    /** The invoke is done, without an answer. */
    public CompletableFuture<Void> proceed(Call call, long span, List<AuditEvent> events) {
        return recover(call, span, CallRecovery.CONTINUE, events);
    }

    /** The scope around the invoke begins again. */
    public CompletableFuture<Void> replay(Call call, long span, List<AuditEvent> events) {
        return recover(call, span, CallRecovery.REPLAY, events);
    }

    /**
     * The calling instance is ended, if it still runs.
     *
     * @param who wants that; null for a fault policy
     */
    public CompletableFuture<Void> abort(
            Call call, OperatorCommand how, @Nullable String who, List<AuditEvent> events) {
        LiveInstance caller = new LiveInstance(call.instance(), call.flow(), call.component());
        return store.completeCall(call, how.message(store.newId(), caller, clock.instant(), who), events);
    }

    private CompletableFuture<Void> recover(Call call, long span, XmlName how, List<AuditEvent> events) {
        Message.Builder reply = reply(call, span).fault(how.toString(), "").payload(new MessageValue().toBytes());
        return reply(call, reply, events);
    }

    private Message.Builder reply(Call call, long span) {
        return Message.reply(call, store.newId(), span, clock.instant()).decision(decision);
    }

    private CompletableFuture<Void> reply(Call call, Message.Builder reply, List<AuditEvent> events) {
        return store.completeCall(call, call.oneWay() ? null : reply.build(), events);
    }
}
