package dev.weir.bench.process;

import dev.weir.bpel.ProcessDefinition;
import dev.weir.bpel.ProcessEngine;
import dev.weir.store.AuditEvent;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.FlowState;
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
    private final String component;
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
        String service = component + "/client";
        Message message = new Message(
                store.newId(),
                null,
                flow,
                span,
                component,
                "client",
                "begin",
                0,
                process.keys(component, "client", "begin", value, null),
                store.newId(),
                null,
                null,
                null,
                null,
                value.toBytes(),
                now);
        return store.accept(new InboundMessage(
                flow,
                "default/Desk!1.0",
                now,
                FlowState.RUNNING,
                message,
                List.of(
                        event(flow, span, now, AuditEvent.Kind.SERVICE_REQUEST, service),
                        event(flow, span, now, AuditEvent.Kind.SERVICE_ACCEPTED, service))));
    }

    private static AuditEvent event(long flow, long span, Instant at, AuditEvent.Kind kind, String service) {
        return new AuditEvent(flow, 0, span, 0, at, kind, service, "begin", null);
    }

    List<ClaimedInstance> claim() {
        return store.claim(AT_ONCE, Instant.now());
    }

    Transition advance(ClaimedInstance work) {
        return engine.advance(process, work);
    }
}
