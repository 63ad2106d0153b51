package dev.weir.bench.process;

import dev.weir.bpel.ProcessDefinition;
import dev.weir.bpel.ProcessEngine;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.InboundMessage;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One process over a store, without HTTP: what the engine and the store cost by themselves. One thread at a time. */
final class EngineHarness {
    private static final int AT_ONCE = 512;

    private final Store store;
    private final ComponentId component;
    private final ProcessDefinition process;
    private final ProcessEngine engine;

    EngineHarness(Store store, DeskComposite desk, String name) {
        this.store = store;
        this.component = DeskComposite.component(name);
        this.process = desk.process(name);
        this.engine = new ProcessEngine(store::newId, InstantSource.system());
    }

    /** Begins instances, with the audit that a service leaves, and takes each to its first wait. */
    void begin(int from, int count, String text) {
        List<CompletableFuture<?>> taken = new ArrayList<>(count);
        for (int i = from; i < from + count; i++) {
            taken.add(begin(Integer.toString(i), text));
        }
        taken.forEach(CompletableFuture::join);
        for (List<ClaimedInstance> works = claim(); !works.isEmpty(); works = claim()) {
            List<CompletableFuture<?>> committed = new ArrayList<>(works.size());
            for (ClaimedInstance work : works) {
                committed.add(store.commit(engine.advance(process, work)));
            }
            committed.forEach(CompletableFuture::join);
        }
    }

    CompletableFuture<?> begin(String number, String text) {
        MessageValue value = DeskComposite.message(number, text);
        Instant now = Instant.now();
        long flow = store.newId();
        long span = store.newId();
        Message message = Message.to(component, "client", "begin")
                .id(store.newId())
                .flow(flow)
                .span(span)
                .keys(process.keys(component, "client", "begin", value, null))
                .creates(store.newId())
                .payload(value.toBytes())
                .received(now)
                .build();
        AuditSpan where = new AuditSpan(flow, 0, span, 0);
        return store.accept(InboundMessage.of(
                message,
                DeskComposite.REVISION,
                now,
                "",
                List.of(
                        event(where, now, AuditEvent.Kind.SERVICE_REQUEST),
                        event(where, now, AuditEvent.Kind.SERVICE_ACCEPTED))));
    }

    private static AuditEvent event(AuditSpan where, Instant at, AuditEvent.Kind kind) {
        return new AuditEvent(where, at, kind, DeskComposite.REVISION.component("client"), "begin", null);
    }

    List<ClaimedInstance> claim() {
        return store.claim(AT_ONCE, Instant.now());
    }

    Transition advance(ClaimedInstance work) {
        return engine.advance(process, work);
    }
}
