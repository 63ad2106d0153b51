package dev.weir.composite.delivery;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevel;
import dev.weir.store.AuditLevels;
import dev.weir.store.AuditPayload;
import dev.weir.store.AuditSpan;
import dev.weir.store.Call;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.tree.XmlElement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One message's way through composites, from a service or from a process's call, until it rests in the store or leaves
 * by a reference. It collects the audit on the way, to be stored together with whatever it leads to. Its stages run one
 * after the other, on changing threads.
 */
public final class DeliveryContext {
    private final FlowOrigin origin;
    private final Instant created;
    private final Sender sender;
    private final Conversation conversation;
    private final RequestHeaders request;
    private final LongSupplier ids;
    private final InstantSource clock;
    private final AuditLevels levels;
    private List<AuditEvent> events = new ArrayList<>();
    private boolean stored;
    private @Nullable Keeping keeping;
    private boolean failed;
    private volatile boolean beginsNothing;
    private volatile boolean toAnyRevision;

    /**
     * The flow that a message belongs to.
     *
     * @param composite whose service or process the message came from
     * @param stored whether the flow is known to the store already
     */
    public record FlowOrigin(long flow, CompositeRevision composite, boolean stored) {}

    /**
     * The sender of a message, and what it expects.
     *
     * @param exchange prefix of the exchanges at which it waits for replies
     * @param key prefix of the keys by which its messages are deduplicated; null where a repetition is a new message
     * @param maxWait how long it waits for a reply from a process; null for as long as it takes
     * @param reads the header blocks and properties that it reads of a reply
     * @param watch of what is computed for the message
     * @param onRest notified when the message lies in the store and the sender only waits: that may take days
     */
    public record Sender(
            ExchangeId exchange,
            @Nullable String key,
            @Nullable Duration maxWait,
            Read reads,
            StepWatch watch,
            Runnable onRest) {}

    /**
     * How a message relates to others.
     *
     * @param callback where the sender takes callbacks; null if it does not
     * @param answered the messages that this one may answer, in order; most have one, or none
     * @param call the key of the call, of a process in this server, that sent it; null where it came otherwise
     */
    public record Conversation(
            @Nullable String callback,
            List<String> answered,
            @Nullable String call) {
        public static final Conversation NONE = new Conversation(null, List.of(), null);

        /** The message that this one relates to, the first of several; null if none. */
        public @Nullable String relatesTo() {
            return answered.isEmpty() ? null : answered.get(0);
        }

        /** That of a call, whose answers go to the component that makes it. */
        static Conversation ofCall(Call call, CallTarget target) {
            String relatesTo = target instanceof CallTarget.Callback callback ? callback.relatesTo() : null;
            return new Conversation(
                    CallTarget.ComponentCallback.to(call).encode(),
                    relatesTo == null ? List.of() : List.of(relatesTo),
                    call.key().toString());
        }
    }

    /** The header blocks of the request that a delivery began with, and its addressing. */
    public record RequestHeaders(List<XmlElement> blocks, Addressing addressing) {
        public static final RequestHeaders NONE = new RequestHeaders(List.of(), Addressing.NONE);
    }

    /** What a flow that only lived in memory leaves behind. */
    public enum Keeping {
        NOTHING,
        /** Its history, by and by. */
        LATER,
        /** Its history, before its caller hears of its end. */
        NOW
    }

    /**
     * @param ids fresh ids, for spans
     * @param levels what is recorded of the way
     */
    public DeliveryContext(
            FlowOrigin origin,
            Sender sender,
            Conversation conversation,
            RequestHeaders request,
            LongSupplier ids,
            InstantSource clock,
            AuditLevels levels) {
        this.origin = origin;
        this.created = clock.instant();
        this.sender = sender;
        this.conversation = conversation;
        this.request = request;
        this.stored = origin.stored();
        this.ids = ids;
        this.clock = clock;
        this.levels = levels;
    }

    public long flow() {
        return origin.flow();
    }

    public CompositeRevision composite() {
        return origin.composite();
    }

    public Instant created() {
        return created;
    }

    public long newSpan() {
        return ids.getAsLong();
    }

    /** Notifies the sender's side that the message lies in the store, or needs nothing but memory until its reply. */
    public void rests() {
        sender.onRest().run();
    }

    /** The watch over what is computed for the message: all that is to be done on another thread than the one before is run by it. */
    public StepWatch watch() {
        return sender.watch();
    }

    /** The exchange of a delivery in this context, by its path: the same on every repetition. */
    public ExchangeId exchange(String path) {
        return sender.exchange().at(path);
    }

    /** The key by which a delivery is deduplicated, by its path; null where a repetition is a new message. */
    public @Nullable String key(String path) {
        String key = sender.key();
        return key == null ? null : key + path;
    }

    public Conversation conversation() {
        return conversation;
    }

    /** Marks the message as one for an instance that runs, or for none: it came to a retired revision. */
    void beginNothing() {
        beginsNothing = true;
    }

    /** Lets the message be for an instance of another deployed revision, too. */
    void goToAnyRevision() {
        toAnyRevision = true;
    }

    /** True if the sender has named no revision: an instance of any may wait for the message. */
    public boolean isToAnyRevision() {
        return toAnyRevision;
    }

    /** True if no instance is to begin with the message. */
    public boolean beginsNothing() {
        return beginsNothing;
    }

    /** The header blocks of the request that it began with; none where it began otherwise. */
    public List<XmlElement> headers() {
        return request.blocks();
    }

    /** The properties of a message: its own, and by Oracle's names the flow and those of the request's addressing. */
    public Map<String, String> properties(MessageValue message) {
        Addressing addressing = request.addressing();
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("tracking.compositeInstanceId", Long.toString(flow()));
        property(properties, "wsa.messageId", addressing.messageId());
        property(properties, "wsa.relatesTo", addressing.relatesTo());
        property(properties, "wsa.replyToAddress", addressing.replyTo());
        property(properties, CarriedProperties.REPLY_TO, addressing.replyTo());
        property(properties, "wsa.action", addressing.action());
        property(properties, "wsa.to", addressing.to());
        properties.putAll(message.properties());
        return properties;
    }

    private static void property(Map<String, String> properties, String name, @Nullable String value) {
        if (value != null) {
            properties.put(name, value);
        }
    }

    /** The header blocks and properties that the sender reads of a reply. */
    Read inReply() {
        return sender.reads();
    }

    public @Nullable Duration maxWait() {
        return sender.maxWait();
    }

    public Instant now() {
        return clock.instant();
    }

    /** Records an event, if the component's audit level keeps it. */
    public void record(Kind kind, long span, long parent, ComponentId component, String name, @Nullable String detail) {
        if (levels.of(component).keeps(kind)) {
            add(new AuditEvent(new AuditSpan(flow(), 0, span, parent), clock.instant(), kind, component, name, detail));
        }
    }

    /**
     * The same, with a message.
     *
     * @param message asked for at the level that keeps messages only
     */
    public void record(
            Kind kind,
            long span,
            long parent,
            ComponentId component,
            String name,
            @Nullable String detail,
            Supplier<MessageValue> message) {
        AuditLevel level = levels.of(component);
        if (level.keeps(kind)) {
            AuditPayload payload =
                    level.keepsPayloads() ? AuditPayload.of(message.get().toBytes()) : null;
            add(new AuditEvent(
                    new AuditSpan(flow(), 0, span, parent), clock.instant(), kind, component, name, detail, payload));
        }
    }

    /** Keeps something with the flow itself, whatever the audit level is. */
    public void fact(Kind kind, ComponentId component, String detail) {
        fact(kind, component, "", detail);
    }

    void fact(Kind kind, ComponentId component, String name, String detail) {
        add(new AuditEvent(new AuditSpan(flow(), 0, 0, 0), clock.instant(), kind, component, name, detail));
    }

    private synchronized void add(AuditEvent event) {
        events.add(event);
    }

    /** Adds audit events of an in-memory instance. */
    public synchronized void add(List<AuditEvent> more) {
        events.addAll(more);
    }

    /**
     * Records how the history of an in-memory instance is to be stored; with several instances, the strongest setting
     * applies.
     */
    public synchronized void keep(Keeping wanted, boolean fault) {
        if (keeping == null || keeping.compareTo(wanted) < 0) {
            keeping = wanted;
        }
        failed |= fault;
    }

    /** How the history is to be stored; {@link Keeping#NOW} if no in-memory instance took part. */
    synchronized Keeping keeping() {
        return keeping == null ? Keeping.NOW : keeping;
    }

    /** True if an in-memory instance ended by a fault. */
    synchronized boolean failed() {
        return failed;
    }

    /** Returns and removes the audit events collected since the last call; the caller must store them. */
    public synchronized List<AuditEvent> takeEvents() {
        List<AuditEvent> taken = events;
        events = new ArrayList<>();
        return taken;
    }

    /** True once the store knows the flow. */
    synchronized boolean isStored() {
        return stored;
    }

    public synchronized void markStored() {
        stored = true;
    }
}
