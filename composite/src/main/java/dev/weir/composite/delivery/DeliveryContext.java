package dev.weir.composite.delivery;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditSpan;
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
import org.jspecify.annotations.Nullable;

/**
 * One message's way through composites, from a service or from a process's call, until it rests in the store or leaves
 * by a reference. It collects the audit on the way, to be stored together with whatever it leads to. Its stages run one
 * after the other, on changing threads.
 */
public final class DeliveryContext {
    private final long flow;
    private final CompositeRevision composite;
    private final Instant created;
    private final ExchangeId exchange;
    private final @Nullable String key;
    private final @Nullable String callback;
    private final @Nullable String conversation;
    private final @Nullable Duration maxWait;
    private final LongSupplier ids;
    private final InstantSource clock;
    private volatile Runnable onRest = () -> {};
    private @Nullable String caller;
    private List<XmlElement> headers = List.of();
    private Addressing addressing = Addressing.NONE;
    private Read inReply = Read.NOTHING;
    private List<AuditEvent> events = new ArrayList<>();
    private boolean stored;
    private @Nullable Keeping keeping;
    private boolean failed;

    /** What a flow that only lived in memory leaves behind. */
    public enum Keeping {
        NOTHING,
        /** Its history, by and by. */
        LATER,
        /** Its history, before its caller hears of its end. */
        NOW
    }

    /**
     * @param composite whose service or process it began at
     * @param exchange at which it waits for replies; further deliveries have exchanges below it
     * @param key prefix of the keys by which its messages are deduplicated; null where a repetition is a new message
     * @param callback where the sender takes callbacks; null if it does not
     * @param conversation the message that this one relates to; null if none
     * @param maxWait how long its sender waits for a reply from a process; null for as long as it takes
     * @param stored whether the flow is known to the store already
     * @param ids fresh ids, for spans
     */
    public DeliveryContext(
            long flow,
            CompositeRevision composite,
            ExchangeId exchange,
            @Nullable String key,
            @Nullable String callback,
            @Nullable String conversation,
            @Nullable Duration maxWait,
            boolean stored,
            LongSupplier ids,
            InstantSource clock) {
        this.flow = flow;
        this.composite = composite;
        this.created = clock.instant();
        this.exchange = exchange;
        this.key = key;
        this.callback = callback;
        this.conversation = conversation;
        this.maxWait = maxWait;
        this.stored = stored;
        this.ids = ids;
        this.clock = clock;
    }

    public long flow() {
        return flow;
    }

    public CompositeRevision composite() {
        return composite;
    }

    public Instant created() {
        return created;
    }

    long newSpan() {
        return ids.getAsLong();
    }

    /** Sets what is told when the message lies in the store and its sender only waits: that may take days. */
    void onRest(Runnable listener) {
        onRest = listener;
    }

    public void rests() {
        onRest.run();
    }

    /** The exchange of a delivery on this journey, by its path: the same on every repetition. */
    public ExchangeId exchange(String path) {
        return exchange.at(path);
    }

    public @Nullable String key(String path) {
        return key == null ? null : key + path;
    }

    public @Nullable String callback() {
        return callback;
    }

    public @Nullable String conversation() {
        return conversation;
    }

    /** Sets the key of the call, of a process in this server, that it began with. */
    void calledBy(@Nullable String call) {
        caller = call;
    }

    /** The key of that call; null where it began otherwise. */
    public @Nullable String caller() {
        return caller;
    }

    /** Sets what its envelope said beside the message. */
    void cameWith(List<XmlElement> blocks, Addressing said) {
        headers = blocks;
        addressing = said;
    }

    /** The header blocks of the request that it began with; none where it began otherwise. */
    List<XmlElement> headers() {
        return headers;
    }

    /** The properties of a message on this journey: its own, and by Oracle's names those that its envelope said. */
    Map<String, String> properties(MessageValue message) {
        if (addressing.equals(Addressing.NONE)) {
            return message.properties();
        }
        Map<String, String> properties = new LinkedHashMap<>();
        property(properties, "wsa.messageId", addressing.messageId());
        property(properties, "wsa.relatesTo", addressing.relatesTo());
        property(properties, "wsa.replyToAddress", addressing.replyTo());
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

    /** Sets what its sender reads of a reply beside the parts. */
    public void wants(Read read) {
        inReply = read;
    }

    Read inReply() {
        return inReply;
    }

    public @Nullable Duration maxWait() {
        return maxWait;
    }

    public Instant now() {
        return clock.instant();
    }

    public synchronized void record(
            Kind kind, long span, long parent, ComponentId component, String name, @Nullable String detail) {
        events.add(
                new AuditEvent(new AuditSpan(flow, 0, span, parent), clock.instant(), kind, component, name, detail));
    }

    /** Adds what happened in an instance in memory. */
    public synchronized void add(List<AuditEvent> more) {
        events.addAll(more);
    }

    /** An instance in memory says what is to be kept of it; of several, the one that wants most has it. */
    public synchronized void keep(Keeping wanted, boolean fault) {
        if (keeping == null || keeping.compareTo(wanted) < 0) {
            keeping = wanted;
        }
        failed |= fault;
    }

    /** What is to be kept: all, where no instance in memory took part. */
    synchronized Keeping keeping() {
        return keeping == null ? Keeping.NOW : keeping;
    }

    /** True if an instance in memory ended by a fault. */
    synchronized boolean failed() {
        return failed;
    }

    /** The audit collected since the last call; whoever takes it stores it. */
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
