package dev.weir.store;

import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Fills a store with the finished instances of thirty days, by hand: {@code ManyFlows FOLDER INSTANCES}. Of 10 composites
 * with 3 revisions each, 97 % completed, 2 % faulted, 1 % terminated, 30 % with a title, every fiftieth open for some
 * hours; and 1,000 of the first days are still open. The revisions follow each other, ten days each.
 *
 * <p>Those of the first three days are accepted and committed as the server does it, many in one transaction. The rows of
 * the nine times three days after them are copies of these, made by SQL: otherwise ten million would take half an hour.
 */
public final class ManyFlows {
    private static final int COMPOSITES = 10;
    private static final int OPEN = 1_000;
    private static final int COPIES = 10;
    private static final Duration DAYS = Duration.ofDays(30);
    private static final Duration SPAN = DAYS.dividedBy(COPIES);
    private static final int AT_ONCE = 64;
    private static final int IN_FLIGHT = 64;
    private static final String[] ACTIVITIES = {"receiveOrder", "checkCredit", "reserveStock", "replyToCustomer"};

    private final RandomGenerator random =
            RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    private final SqliteStore store;
    private final long flows;
    private final Instant begin;
    private volatile Instant now;
    private final List<InstanceStart> starts = new ArrayList<>();
    private final Queue<CompletableFuture<?>> inFlight = new ArrayDeque<>();

    private ManyFlows(Path folder, long flows, Instant end) {
        this.flows = flows;
        begin = end.minus(DAYS);
        now = begin;
        store = SqliteStore.open(folder, () -> now);
    }

    public static void main(String[] arguments) throws SQLException {
        Path folder = Path.of(arguments[0]);
        long flows = Long.parseLong(arguments[1]);
        long start = System.nanoTime();
        ManyFlows many = new ManyFlows(folder, flows / COPIES, Instant.now());
        many.fill();
        many.store.close();
        copy(folder.resolve(SqliteStore.NAME));
        try (SqliteStore store = SqliteStore.open(folder)) {
            System.out.printf("%s: %s in %d s%n", folder, store.counts(), (System.nanoTime() - start) / 1_000_000_000);
        }
    }

    private static void copy(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement sql = connection.createStatement()) {
            sql.execute("PRAGMA cache_size=-200000");
            sql.execute("PRAGMA synchronous=OFF");
            long step = number(sql, "SELECT value FROM meta WHERE name = 'ids'");
            long seqStep = number(sql, "SELECT value FROM meta WHERE name = 'sequence'");
            connection.setAutoCommit(false);
            for (int i = 1; i < COPIES; i++) {
                String to = "!" + (1 + i * 3 / COPIES) + ".0";
                String named = "(SELECT to_name.id FROM name of_name JOIN name to_name"
                        + " ON to_name.name = replace(of_name.name, '!1.0', '" + to + "') WHERE of_name.id = flow.%s)";
                sql.executeUpdate("INSERT INTO name(name) SELECT replace(name, '!1.0', '" + to + "') FROM name"
                        + " WHERE name LIKE '%!1.0%' ON CONFLICT DO NOTHING");
                long ids = i * step;
                long time = i * SPAN.toNanos() / 1_000;
                sql.executeUpdate("INSERT INTO flow SELECT id + " + ids + ", " + named.formatted("composite")
                        + ", state,"
                        + " created + " + time + ", modified + " + time + ", live, outcome, joined, title, fault, "
                        + named.formatted("component") + " FROM flow WHERE state <> 0 AND id < " + step);
                sql.executeUpdate("INSERT INTO trail SELECT flow + " + ids + ", seq + " + i * seqStep
                        + ", events, data FROM trail WHERE flow < " + step
                        + " AND (SELECT state FROM flow WHERE id = trail.flow) <> 0");
                connection.commit();
            }
            sql.executeUpdate("UPDATE meta SET value = value * " + COPIES + " WHERE name IN ('ids', 'sequence')");
            sql.executeUpdate("UPDATE totals SET flows = (SELECT count(*) FROM flow WHERE joined = 0),"
                    + " events = (SELECT total(events) FROM trail)");
            connection.commit();
        }
    }

    private static long number(Statement sql, String query) throws SQLException {
        try (ResultSet rows = sql.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void fill() {
        long openEvery = Math.max(1, flows / OPEN);
        long closeEvery = Math.max(100, flows / 30);
        for (long i = 0; i < flows; i++) {
            now = begin.plusNanos((long) (SPAN.toNanos() * ((double) i / flows)));
            start(i % openEvery == openEvery / 2, i % 50 == 0);
            if (i % closeEvery == closeEvery - 1) {
                send();
                closeOlder();
            }
        }
        send();
        closeOlder();
        drain(0);
    }

    private void start(boolean open, boolean lasting) {
        CompositeRevision composite = new CompositeRevision("default", "Composite" + random.nextInt(COMPOSITES), "1.0");
        ComponentId component = composite.component(random.nextInt(5) == 0 ? "Correction" : "Process");
        int dice = random.nextInt(100);
        FlowState end = dice < 97 ? FlowState.COMPLETED : dice < 99 ? FlowState.FAULTED : FlowState.TERMINATED;
        long flow = store.newId();
        long instance = store.newId();
        Message message = Message.to(component, "client", "order")
                .id(store.newId())
                .flow(flow)
                .span(flow)
                .creates(instance)
                .received(now)
                .build();
        InboundMessage inbound = InboundMessage.of(
                message, composite, now, "", List.of(event(flow, 0, flow, Kind.SERVICE_REQUEST, component, "order")));
        ClaimedInstance claimed = ClaimedInstance.created(message, "");
        List<AuditEvent> audit = new ArrayList<>();
        long span = store.newId();
        audit.add(event(flow, instance, span, Kind.INSTANCE_CREATED, component, component.name()));
        if (random.nextInt(10) < 3) {
            audit.add(fact(flow, instance, Kind.FLOW_TITLE, component, "Order " + (100_000 + random.nextInt(900_000))));
        }
        int activities = 2 + random.nextInt(4);
        for (int i = 0; i < activities; i++) {
            audit.add(
                    event(flow, instance, span, Kind.ACTIVITY_COMPLETED, component, ACTIVITIES[i % ACTIVITIES.length]));
        }
        FlowState state = open || lasting ? FlowState.RUNNING : end;
        if (state.ended()) {
            audit.add(event(flow, instance, span, ended(state), component, component.name()));
        }
        if (state == FlowState.FAULTED) {
            audit.add(fact(flow, instance, Kind.FLOW_FAULT, component, "{urn:orders}CreditRefused: limit exceeded"));
        }
        Transition.Builder step = Transition.of(claimed)
                .state(state)
                .messagesConsumed(List.of(message.id()))
                .audit(audit);
        if (open) {
            step.subscriptionsAdded(List.of(new Subscription("answer", "answer:" + instance)));
        } else if (lasting) {
            step.timersSet(List.of(new Timer("patience", now)));
        }
        if (!state.ended()) {
            step.rowsPut(Map.of("scope", new byte[200]));
        }
        starts.add(new InstanceStart(inbound, step.build()));
        if (starts.size() == AT_ONCE) {
            send();
        }
    }

    private void send() {
        if (!starts.isEmpty()) {
            inFlight.add(store.startInstances(List.copyOf(starts), null));
            starts.clear();
            drain(IN_FLIGHT);
        }
    }

    private void drain(int most) {
        while (inFlight.size() > most) {
            inFlight.remove().join();
        }
    }

    /** Ends what has begun since this was done before, and is not to stay open. */
    private void closeOlder() {
        drain(0);
        for (List<ClaimedInstance> some = store.claim(1_000, now); !some.isEmpty(); some = store.claim(1_000, now)) {
            for (ClaimedInstance claimed : some) {
                inFlight.add(store.commit(Transition.of(claimed)
                        .state(FlowState.COMPLETED)
                        .audit(List.of(event(
                                claimed.flow(),
                                claimed.instance(),
                                claimed.instance(),
                                Kind.INSTANCE_COMPLETED,
                                claimed.component(),
                                claimed.component().name())))
                        .build()));
            }
            drain(0);
        }
    }

    private static Kind ended(FlowState state) {
        return switch (state) {
            case FAULTED -> Kind.INSTANCE_FAULTED;
            case TERMINATED -> Kind.INSTANCE_TERMINATED;
            default -> Kind.INSTANCE_COMPLETED;
        };
    }

    private AuditEvent event(long flow, long instance, long span, Kind kind, ComponentId component, String name) {
        return new AuditEvent(new AuditSpan(flow, instance, span, flow), now, kind, component, name, null);
    }

    private AuditEvent fact(long flow, long instance, Kind kind, ComponentId component, String detail) {
        return new AuditEvent(new AuditSpan(flow, instance, flow, 0), now, kind, component, "", detail);
    }
}
