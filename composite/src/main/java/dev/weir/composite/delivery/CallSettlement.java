package dev.weir.composite.delivery;

import dev.weir.bpel.command.CallRecovery;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.store.AuditEvent;
import dev.weir.store.Call;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.wsdl.MessageValue;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The ways in which a call ends; each is one transaction with what it means for the calling instance. */
public final class CallSettlement {
    private final Store store;
    private final InstantSource clock;

    public CallSettlement(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** The caller gets an answer, if it waits for one. */
    public CompletableFuture<Void> answer(Call call, long span, MessageValue value, List<AuditEvent> events) {
        return reply(call, span, null, value.toBytes(), events);
    }

    /** The caller gets a fault, if it waits for an answer. */
    public CompletableFuture<Void> fault(Call call, long span, String name, byte[] data, List<AuditEvent> events) {
        return reply(call, span, name, data, events);
    }

    /** The invoke is done, without an answer. */
    public CompletableFuture<Void> proceed(Call call, long span, List<AuditEvent> events) {
        return reply(call, span, CallRecovery.CONTINUE.toString(), new MessageValue().toBytes(), events);
    }

    /** The scope around the invoke begins again. */
    public CompletableFuture<Void> replay(Call call, long span, List<AuditEvent> events) {
        return reply(call, span, CallRecovery.REPLAY.toString(), new MessageValue().toBytes(), events);
    }

    /** The calling instance is ended, if it still runs. */
    public CompletableFuture<Void> abort(Call call, OperatorCommand how, List<AuditEvent> events) {
        LiveInstance caller = new LiveInstance(call.instance(), call.flow(), call.component());
        return store.completeCall(call, how.message(store.newId(), caller, clock.instant()), events);
    }

    private CompletableFuture<Void> reply(
            Call call, long span, @Nullable String fault, byte[] data, List<AuditEvent> events) {
        Message reply = call.oneWay() ? null : Message.reply(call, store.newId(), span, fault, data, clock.instant());
        return store.completeCall(call, reply, events);
    }
}
