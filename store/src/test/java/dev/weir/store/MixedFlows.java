package dev.weir.store;

import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Fills a store with flows of some composites and days. Most have ended, in all states, with payloads of which some are
 * stored apart, titles, and what sensors have found; others have joined them. Among them are open ones: instances that
 * wait for a message or an alarm, with a call that is due in ten years, or with nothing but a message that nobody takes.
 * Some have events as files from before the table trail have them. {@link StoreRows} reads what is there.
 */
public final class MixedFlows {
    public static final int COMPOSITES = 3;
    public static final int DAYS = 10;
    /** So many of each {@value #KINDS} flows have not ended. */
    public static final int OPEN = 4;

    public static final int KINDS = 20;

    private static final int DETAIL_THRESHOLD = 500;
    private static final int LARGE = 40_000;
    private static final Duration NEVER = Duration.ofDays(3_650);
    private static final FlowState[] ENDED = {FlowState.COMPLETED, FlowState.FAULTED, FlowState.TERMINATED};

    private final Random random;
    private final SqliteStore store;
    private final List<CompletableFuture<?>> taken = new ArrayList<>();
    private final List<Long> ending = new ArrayList<>();
    private volatile Instant now;

    private MixedFlows(Path folder, Instant begin, long seed) {
        random = new Random(seed);
        now = begin;
        store = SqliteStore.open(folder, () -> now);
        store.writeAudit(store.auditWriting().withDetailThreshold(DETAIL_THRESHOLD));
    }

    /** @param end of the days, to which the flows are spread evenly */
    public static void fill(Path folder, int flows, Instant end, long seed) throws SQLException {
        Instant begin = end.minus(Duration.ofDays(DAYS));
        MixedFlows mixed = new MixedFlows(folder, begin, seed);
        try (mixed.store) {
            for (int day = 0; day < DAYS; day++) {
                mixed.day(begin.plus(Duration.ofDays(day)), flows / DAYS);
            }
        }
        addEventsFromBefore(folder.resolve(SqliteStore.NAME));
    }

    public static CompositeRevision composite(int number) {
        return new CompositeRevision("default", "Mixed" + number % COMPOSITES, "1.0");
    }

    private void join() {
        taken.forEach(CompletableFuture::join);
        taken.clear();
    }

    private void day(Instant from, int flows) {
        now = from.plus(Duration.ofHours(12));
        ending.clear();
        List<InboundMessage> joining = new ArrayList<>();
        for (int i = 0; i < flows; i++) {
            CompositeRevision composite = composite(random.nextInt(COMPOSITES));
            ComponentId component = composite.component("Process");
            Instant created = from.plusSeconds(random.nextInt(12 * 60 * 60));
            long flow = store.newId();
            switch (i % KINDS) {
                case 0, 1, 2 -> {
                    start(flow, component, created, 1);
                    joining.add(joining(flow, component));
                }
                case 3 -> start(flow, component, created, 0);
                case 4 -> {
                    start(flow, component, created, 2);
                    joining.add(joining(flow, component));
                }
                case 5 -> withCall(flow, component, created);
                case 6 -> undelivered(flow, component, created);
                default ->
                    taken.add(store.accept(InboundMessage.ofFlow(
                            flow, composite, created, ENDED[random.nextInt(ENDED.length)], history(flow, component))));
            }
        }
        join();
        joining.forEach(each -> taken.add(store.accept(each)));
        join();
        for (ClaimedInstance claimed : store.claim(Integer.MAX_VALUE, now)) {
            boolean ends = ending.contains(claimed.instance());
            taken.add(store.commit(Transition.of(claimed)
                    .state(ends ? ENDED[random.nextInt(ENDED.length)] : FlowState.RUNNING)
                    .messagesConsumed(
                            claimed.messages().stream().map(Message::id).toList())
                    .audit(history(claimed.flow(), claimed.component()))
                    .build()));
        }
        join();
    }

    private Message.Builder message(long flow, ComponentId component, String operation) {
        return Message.to(component, "client", operation)
                .id(store.newId())
                .flow(flow)
                .span(flow)
                .payload(bytes(100))
                .received(now);
    }

    /** An instance that waits for messages and for an alarm; it ends with the first that comes if there is to be one. */
    private void start(long flow, ComponentId component, Instant created, int messages) {
        Message order = message(flow, component, "order").creates(store.newId()).build();
        List<Subscription> awaited = new ArrayList<>(List.of(new Subscription("more", "more of " + flow)));
        if (messages == 1) {
            ending.add(order.creates());
        } else {
            awaited.add(new Subscription("other", "other of " + flow));
        }
        begin(
                order,
                created,
                Transition.of(ClaimedInstance.created(order, ""))
                        .messagesConsumed(List.of(order.id()))
                        .subscriptionsAdded(awaited)
                        .timersSet(List.of(new Timer("patience", now.plus(NEVER))))
                        .rowsPut(Map.of("scope", bytes(200), "variable", bytes(300)))
                        .build());
    }

    private void begin(Message order, Instant created, Transition step) {
        InboundMessage inbound = InboundMessage.of(
                order, order.component().composite(), created, "", history(order.flow(), order.component()));
        taken.add(store.startInstances(List.of(new InstanceStart(inbound, step)), null));
    }

    /** A message under a flow of its own, which joins that of the instance that waits for it. */
    private InboundMessage joining(long flow, ComponentId component) {
        long own = store.newId();
        Message more =
                message(own, component, "more").keys(List.of("more of " + flow)).build();
        return InboundMessage.of(more, component.composite(), now, "", history(own, component));
    }

    /** An instance that has ended, and a call of it that is still to be made. */
    private void withCall(long flow, ComponentId component, Instant created) {
        Message order = message(flow, component, "order").creates(store.newId()).build();
        ClaimedInstance claimed = ClaimedInstance.created(order, "");
        Call call = Call.of(new CallKey(order.creates(), 1), claimed.ref(), "partner", "notify")
                .span(flow)
                .oneWay(true)
                .payload(bytes(100))
                .due(now.plus(NEVER))
                .build();
        begin(
                order,
                created,
                Transition.of(claimed)
                        .state(FlowState.COMPLETED)
                        .messagesConsumed(List.of(order.id()))
                        .calls(List.of(call))
                        .build());
    }

    private void undelivered(long flow, ComponentId component, Instant created) {
        Message nobodys = message(flow, component, "late")
                .keys(List.of("late " + flow, "later " + flow))
                .build();
        taken.add(
                store.accept(InboundMessage.of(nobodys, component.composite(), created, "", history(flow, component))));
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(26)); // the archive keeps payloads as text
        }
        return bytes;
    }

    private List<AuditEvent> history(long flow, ComponentId component) {
        List<AuditEvent> events = new ArrayList<>();
        events.add(event(flow, component, Kind.SERVICE_REQUEST, "order", null, random.nextInt(400)));
        for (int i = 0; i < 4; i++) {
            events.add(event(flow, component, Kind.ACTIVITY_COMPLETED, "activity " + i, null, 0));
        }
        if (random.nextInt(10) == 0) {
            events.add(event(flow, component, Kind.SERVICE_REPLY, "order", null, LARGE));
        }
        if (random.nextBoolean()) {
            events.add(event(flow, component, Kind.SENSOR_VALUE, "Order", Integer.toString(random.nextInt(1_000)), 0));
            events.add(event(flow, component, Kind.SENSOR_VALUE, "Region", random.nextBoolean() ? "EU" : "US", 0));
        }
        if (random.nextBoolean()) {
            events.add(event(flow, component, Kind.FLOW_TITLE, "", "Order " + flow, 0));
        }
        return events;
    }

    private AuditEvent event(
            long flow, ComponentId component, Kind kind, String name, String detail, int payloadBytes) {
        return new AuditEvent(
                new AuditSpan(flow, 0, flow, 0),
                now,
                kind,
                component,
                name,
                detail,
                payloadBytes == 0 ? null : AuditPayload.of(bytes(payloadBytes)));
    }

    private static void addEventsFromBefore(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            int events = statement.executeUpdate("INSERT INTO audit SELECT id, 0, 1, 1, 0, created, "
                    + Kind.ACTIVITY_COMPLETED.code()
                    + ", (SELECT id FROM name WHERE name LIKE '%/Process' LIMIT 1), 'old', NULL"
                    + " FROM flow WHERE id % 5 = 0");
            statement.executeUpdate("UPDATE totals SET events = events + " + events);
        }
    }
}
