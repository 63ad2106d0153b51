package dev.weir.composite.process;

import dev.weir.bpel.BpelFault;
import dev.weir.bpel.ProcessEngine.Outcome;
import dev.weir.composite.delivery.Answer;
import dev.weir.composite.delivery.BackgroundWrites;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.delivery.DeliveryContext.FlowOrigin;
import dev.weir.composite.delivery.DeliveryContext.RequestHeaders;
import dev.weir.composite.delivery.DeliveryContext.Sender;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.Failures;
import dev.weir.composite.delivery.RemoteFault;
import dev.weir.composite.delivery.StepWatch;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.store.InstanceRef;
import dev.weir.store.Message;
import dev.weir.store.StoreClosedException;
import dev.weir.store.Timer;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One instance of a process that comes to rest nowhere, in memory from its first message to its end. The same engine
 * advances it; what would be committed is kept here, its calls are carried out at once and once only: one that fails is
 * a remote fault to the process. Nothing of it survives a crash.
 */
final class MemoryInstance {
    private static final Logger LOG = System.getLogger(MemoryInstance.class.getName());

    private final ProcessHost host;
    private final ProcessVersion process;
    private final DeliveryContext caller;
    private final InstanceRef ref;
    private final ComponentId component;

    private final CompletableFuture<End> end = new CompletableFuture<>();
    private final Map<String, byte[]> rows = new HashMap<>();
    private final List<Message> held = new ArrayList<>();
    /** Calls end on other threads: guarded by itself. */
    private final List<AuditEvent> audit = new ArrayList<>();

    private final List<ExchangeReply> replies = new ArrayList<>();
    private final Set<CallKey> open = new HashSet<>();
    private long version;

    /** What came while a step ran, or before the first; guarded by itself, as is {@link #busy}. */
    private final List<Message> inbox = new ArrayList<>();

    private boolean busy;

    /**
     * How an instance ended.
     *
     * @param fault by which it ended; null where it did not end by one
     */
    record End(FlowState state, @Nullable BpelFault fault, List<ExchangeReply> replies, List<AuditEvent> audit) {}

    /** @param caller on whose way the message came */
    MemoryInstance(ProcessHost host, ProcessVersion process, DeliveryContext caller, Message message) {
        this.host = host;
        this.process = process;
        this.caller = caller;
        this.ref = new InstanceRef(message.creates(), message.flow(), message.component(), process.version());
        this.component = message.component();
        this.inbox.add(message);
        this.busy = true;
    }

    /** Runs the instance on this thread as far as it goes; the stage completes with its end, once. */
    CompletionStage<End> run() {
        work();
        return end;
    }

    private void arrived(Message message) {
        synchronized (inbox) {
            inbox.add(message);
            if (busy) {
                return;
            }
            busy = true;
        }
        host.pools().resume().execute(component.composite(), this::work);
    }

    private void work() {
        StepWatch.Note note = caller.watch().begin();
        boolean outOfMemory = false;
        try {
            List<Timer> due = List.of();
            while (goesOn(!due.isEmpty())) {
                due = step(due);
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            outOfMemory = e instanceof OutOfMemoryError;
            if (!(Failures.cause(e) instanceof StoreClosedException)) {
                LOG.log(Level.ERROR, "an instance of " + component + " in memory cannot be advanced", e);
            }
            end.completeExceptionally(e);
        } finally {
            note.end(outOfMemory);
        }
    }

    /** Takes what has come; false, and nobody is at work any more, where there is nothing to do. */
    private boolean goesOn(boolean alarm) {
        synchronized (inbox) {
            boolean some = (alarm || !inbox.isEmpty()) && !end.isDone();
            held.addAll(inbox);
            inbox.clear();
            busy = some;
            return some;
        }
    }

    /** One step; gives the alarms that are due at once. */
    private List<Timer> step(List<Timer> due) {
        Outcome outcome = host.engine()
                .step(process.process(), new ClaimedInstance(ref, version++, rows::get, List.copyOf(held), due));
        Transition done = outcome.transition();
        rows.keySet().removeAll(done.rowsRemoved());
        rows.putAll(done.rowsPut());
        held.removeIf(message -> done.messagesConsumed().contains(message.id()));
        synchronized (audit) {
            audit.addAll(done.audit());
        }
        replies.addAll(done.replies());
        synchronized (open) {
            open.removeAll(done.callsDropped());
        }
        for (Call call : done.calls()) {
            send(call);
        }
        if (done.state().ended()) {
            List<AuditEvent> history;
            synchronized (audit) {
                history = List.copyOf(audit);
            }
            end.complete(new End(done.state(), outcome.fault(), List.copyOf(replies), history));
            return List.of();
        }
        return done.timersSet();
    }

    private void send(Call call) {
        if (!call.oneWay()) {
            synchronized (open) {
                open.add(call.key());
            }
        }
        ExchangeId exchange = new ExchangeId.InMemory(call.key());
        DeliveryContext context = new DeliveryContext(
                new FlowOrigin(ref.flow(), caller.composite(), false),
                new Sender(
                        exchange,
                        null,
                        null,
                        process.process().headers().inReplies(call.operation()),
                        caller.watch(),
                        () -> {}),
                Conversation.NONE,
                RequestHeaders.NONE,
                host.store()::newId,
                host.runtime().clock(),
                host.runtime().levels());
        long span = host.store().newId();
        CompletionStage<Answer> answer;
        try {
            Destination destination = host.runtime().source().destination(call);
            context.record(
                    Kind.CALL_SENT, span, call.span(), component, call.operation(), "to " + destination.describe());
            answer = destination.deliver(new Delivery(
                    context, "", span, call.operation(), call.oneWay(), MessageValue.fromBytes(call.payload())));
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        BackgroundWrites.logFailure(
                answer.handle((given, failure) -> answered(call, context, span, given, failure)),
                "a call of " + component);
    }

    private boolean answered(
            Call call, DeliveryContext context, long span, @Nullable Answer answer, @Nullable Throwable failure) {
        String fault = null;
        String reason = null;
        String detail = null;
        MessageValue value = new MessageValue();
        if (failure != null) {
            Throwable cause = Failures.cause(failure);
            String why = cause instanceof DeliveryException ? String.valueOf(cause.getMessage()) : "internal error";
            if (!(cause instanceof DeliveryException) && !(cause instanceof StoreClosedException)) {
                LOG.log(Level.ERROR, "a call of " + component + " failed", cause);
            }
            fault = RemoteFault.NAME.toString();
            reason = why;
            value = RemoteFault.data(why);
            context.record(Kind.CALL_FAILED, span, call.span(), component, call.operation(), why);
        } else if (answer instanceof Answer.Output output) {
            value = output.message();
        } else if (answer instanceof Answer.Faulted faulted) {
            fault = faulted.name().toString();
            reason = faulted.reason();
            value = faulted.data();
            detail = faulted.describe();
        }
        if (failure == null) {
            context.record(Kind.CALL_COMPLETED, span, call.span(), component, call.operation(), detail);
        }
        boolean awaited;
        synchronized (open) {
            awaited = open.remove(call.key());
        }
        synchronized (audit) {
            audit.addAll(context.takeEvents());
        }
        if (awaited) {
            arrived(Message.reply(
                            call,
                            host.store().newId(),
                            call.span(),
                            host.runtime().clock().instant())
                    .fault(fault, reason)
                    .payload(value.toBytes())
                    .build());
        }
        return awaited;
    }
}
