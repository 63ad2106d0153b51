package dev.weir.store.sqlite;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.CallQueue;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowPage;
import dev.weir.store.FlowPlace;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.HistoryPage;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import dev.weir.store.SensorValue;
import dev.weir.store.StoreCounts;
import dev.weir.store.Subscription;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Queries about flows, their history, what is held and what is in use. */
final class FlowQueries {
    /** A flow and those that joined it. */
    static final String FAMILY = "SELECT ?1 UNION ALL SELECT id FROM flow WHERE joined = ?1 AND joined <> 0";

    /** Of a live instance: whether it is held, and what it was asked for last and has not done yet. */
    private static final String COMMANDED = "suspended, (SELECT operation FROM message INDEXED BY message_instance"
            + " WHERE message.instance = instance.id AND message.instance <> 0 AND partner_link = '" + Message.COMMANDS
            + "' ORDER BY seq DESC LIMIT 1)";

    static final String ONLY_UNDELIVERED =
            "SELECT live = (SELECT count(*) FROM message INDEXED BY message_undelivered_flow WHERE instance = 0"
                    + " AND partner_link <> '' AND flow IN (" + FAMILY + ")) FROM flow WHERE id = ?1 AND live > 0";

    static final String RESTING =
            "SELECT 1 FROM call INDEXED BY call_resting_flow WHERE resting <> 0 AND flow IN (" + FAMILY + ") LIMIT 1";

    static final String SUSPENDED =
            "SELECT 1 FROM instance INDEXED BY instance_suspended WHERE suspended <> 0 AND flow IN (" + FAMILY
                    + ") LIMIT 1";

    /** One statement, so that all are of one moment. */
    static final String COUNTS = "SELECT instances,"
            + " (SELECT count(DISTINCT iif(flow.joined = 0, flow.id, flow.joined))"
            + " FROM instance INDEXED BY instance_suspended CROSS JOIN flow ON flow.id = instance.flow"
            + " WHERE instance.suspended <> 0),"
            + " messages,"
            + " (SELECT count(*) FROM message INDEXED BY message_undelivered WHERE instance = 0 AND partner_link <> ''),"
            + " calls, flows, events FROM totals";

    static final String NEXT_COMPOSITE =
            "SELECT min(composite) FROM flow INDEXED BY flow_composite WHERE joined = 0 AND composite > ?";

    private final ReadConnections reads;
    /** By their numbers, which never change. */
    private final Map<Long, ComponentId> components = new ConcurrentHashMap<>();

    private final Map<Long, CompositeRevision> composites = new ConcurrentHashMap<>();

    FlowQueries(ReadConnections reads) {
        this.reads = reads;
    }

    List<FlowSummary> flows(FlowFilter filter, int offset, int limit) {
        return reads.read(session -> listed(session, FlowListing.part(session, filter, offset, limit)));
    }

    FlowPage flows(FlowFilter filter, @Nullable FlowPlace after, int limit) {
        return reads.read(session -> {
            FlowListing.Plan plan = FlowListing.page(session, filter, after, limit, FlowListing.MOST_READ);
            List<FlowSummary> flows = listed(session, plan);
            if (plan == null || flows.size() < limit) {
                return new FlowPage(flows, plan == null ? null : plan.floor());
            }
            FlowSummary last = flows.get(flows.size() - 1);
            return new FlowPage(flows, new FlowPlace(last.created(), last.flow()));
        });
    }

    private List<FlowSummary> listed(SqlSession session, FlowListing.@Nullable Plan plan) throws SQLException {
        List<FlowSummary> flows = new ArrayList<>();
        if (plan != null) {
            try (ResultSet rows = session.query(plan.sql(), plan.arguments())) {
                while (rows.next()) {
                    flows.add(view(rows, composite(session, rows.getLong(2))));
                }
            }
            for (ListIterator<FlowSummary> each = flows.listIterator(); each.hasNext(); ) {
                each.set(judged(session, each.next()));
            }
        }
        return flows;
    }

    long countEnded(FlowFilter filter, long most) {
        Set<FlowState> ended = EnumSet.complementOf(EnumSet.of(FlowState.RUNNING));
        if (!filter.states().isEmpty()) {
            ended.retainAll(filter.states());
        }
        if (ended.isEmpty()) {
            return 0;
        }
        return reads.read(session -> {
            FlowSelection selection = FlowSelection.of(session, filter.withStates(ended));
            return session.number(
                    0,
                    "SELECT count(*) FROM (SELECT 1 FROM flow INDEXED BY " + FlowSelection.indexByState(filter)
                            + " WHERE joined = 0" + selection.sql() + " LIMIT ?)",
                    selection.arguments(most));
        });
    }

    Optional<FlowSummary> flow(long id) {
        return reads.read(session -> {
            try (ResultSet rows = session.query(
                    "SELECT id, composite, state, created, modified, title, fault FROM flow WHERE id = ?",
                    root(session, id))) {
                return rows.next()
                        ? Optional.of(judged(session, view(rows, composite(session, rows.getLong(2)))))
                        : Optional.empty();
            }
        });
    }

    List<SensorValue> sensors(long id, @Nullable SensorValue after, int most) {
        return reads.read(session -> {
            List<SensorValue> found = new ArrayList<>();
            try (ResultSet rows = session.query(
                    "SELECT DISTINCT name, value FROM sensor INDEXED BY sensor_flow WHERE flow IN (" + FAMILY
                            + ") AND (name, value) > (?2, ?3) ORDER BY name, value LIMIT ?4",
                    root(session, id),
                    after == null ? "" : after.name(),
                    after == null ? "" : after.value(),
                    most)) {
                while (rows.next()) {
                    found.add(new SensorValue(rows.getString(1), rows.getString(2)));
                }
            }
            return found;
        });
    }

    private ComponentId component(SqlSession session, long number) throws SQLException {
        ComponentId known = components.get(number);
        if (known == null) {
            known = ComponentId.parse(name(session, number));
            components.put(number, known);
        }
        return known;
    }

    private CompositeRevision composite(SqlSession session, long number) throws SQLException {
        CompositeRevision known = composites.get(number);
        if (known == null) {
            known = CompositeRevision.parse(name(session, number));
            composites.put(number, known);
        }
        return known;
    }

    private static String name(SqlSession session, long number) throws SQLException {
        try (ResultSet rows = session.query("SELECT name FROM name WHERE id = ?", number)) {
            rows.next();
            return rows.getString(1);
        }
    }

    List<AuditEvent> history(long id) {
        List<AuditEvent> events = page(id, 0, Integer.MAX_VALUE).events();
        List<AuditEvent> byTime = new ArrayList<>(events);
        byTime.sort(Comparator.comparing(AuditEvent::at));
        return byTime;
    }

    HistoryPage page(long id, long from, int least) {
        return reads.read(session -> {
            long root = root(session, id);
            boolean isAlone = !session.exists("SELECT 1 FROM flow WHERE joined = ? AND joined <> 0", root);
            List<AuditEvent> events = new ArrayList<>();
            long next = oldEvents(session, root, from, least, events);
            if (next == 0) {
                next = isAlone
                        ? eventsOfOne(session, root, from, least, events)
                        : eventsOfFamily(session, root, from, least, events);
            }
            return new HistoryPage(events, next);
        });
    }

    /** The insertion number with which the next page begins; 0 where there is none. */
    private long eventsOfOne(SqlSession session, long flow, long from, int least, List<AuditEvent> into)
            throws SQLException {
        try (ResultSet rows = session.query(
                "SELECT flow, seq, data FROM trail WHERE flow = ? AND seq >= ? ORDER BY seq", flow, from)) {
            while (rows.next()) {
                if (into.size() >= least) {
                    return rows.getLong(2);
                }
                decode(session, rows, into);
            }
        }
        return 0;
    }

    /**
     * The same of several flows, in the order of all. Only the keys of the page's rows are sorted, not the rows: there may be
     * many behind it.
     */
    private long eventsOfFamily(SqlSession session, long root, long from, int least, List<AuditEvent> into)
            throws SQLException {
        try (ResultSet keys = session.query(
                "SELECT flow, seq FROM trail WHERE seq >= ?2 AND flow IN (" + FAMILY + ") ORDER BY seq LIMIT ?3",
                root,
                from,
                least + 1L)) {
            while (keys.next()) {
                if (into.size() >= least) {
                    return keys.getLong(2);
                }
                try (ResultSet row = session.query(
                        "SELECT flow, seq, data FROM trail WHERE flow = ? AND seq = ?",
                        keys.getLong(1),
                        keys.getLong(2))) {
                    row.next();
                    decode(session, row, into);
                }
            }
        }
        return 0;
    }

    private void decode(SqlSession session, ResultSet row, List<AuditEvent> into) throws SQLException {
        TrailEncoding.decode(row.getLong(1), row.getBytes(3), number -> component(session, number), into);
    }

    /** Those from before the table trail. */
    private long oldEvents(SqlSession session, long root, long from, int least, List<AuditEvent> into)
            throws SQLException {
        try (ResultSet rows = session.query(
                "SELECT flow, seq, instance, span, parent, at, kind, component, name, detail FROM audit"
                        + " WHERE seq >= ?2 AND flow IN (" + FAMILY + ") ORDER BY seq",
                root,
                from)) {
            while (rows.next()) {
                if (into.size() >= least) {
                    return rows.getLong(2);
                }
                into.add(new AuditEvent(
                        new AuditSpan(rows.getLong(1), rows.getLong(3), rows.getLong(4), rows.getLong(5)),
                        MicrosecondTime.instant(rows.getLong(6)),
                        AuditEvent.Kind.ofCode(rows.getInt(7)),
                        component(session, rows.getLong(8)),
                        rows.getString(9),
                        rows.getString(10)));
            }
        }
        return 0;
    }

    byte[] payload(long id, long payload, long offset, int most) {
        return reads.read(session -> {
            byte[] part = new byte[0];
            try (ResultSet rows = session.query(
                    "SELECT page, data FROM payload WHERE flow = ? AND id = ? AND page >= ? ORDER BY page",
                    id,
                    payload,
                    offset / AuditLog.PAYLOAD_PAGE_BYTES)) {
                while (rows.next() && part.length < most) {
                    byte[] page = rows.getBytes(2);
                    long start = rows.getLong(1) * AuditLog.PAYLOAD_PAGE_BYTES;
                    int skip = (int) Math.min(page.length, Math.max(0, offset - start));
                    int taken = Math.min(page.length - skip, most - part.length);
                    byte[] longer = Arrays.copyOf(part, part.length + taken);
                    System.arraycopy(page, skip, longer, part.length, taken);
                    part = longer;
                }
            }
            return part;
        });
    }

    Optional<ExchangeReply> durableReply(ExchangeId exchange) {
        return reads.read(session -> {
            try (ResultSet rows =
                    session.query("SELECT fault, reason, payload FROM reply WHERE exchange = ?", exchange.toString())) {
                return rows.next()
                        ? Optional.of(
                                new ExchangeReply(exchange, rows.getString(1), rows.getString(2), rows.getBytes(3)))
                        : Optional.empty();
            }
        });
    }

    List<CallQueue> heldQueues(int max, long now) {
        return reads.read(session -> {
            List<CallQueue> held = new ArrayList<>();
            try (ResultSet rows = session.query(
                    "SELECT name, expected, (SELECT min(position) FROM call WHERE queue = queue.id AND queue <> 0),"
                            + " (SELECT count(*) FROM call WHERE queue = queue.id AND queue <> 0), since, length"
                            + " FROM queue INDEXED BY queue_held WHERE since <> 0 ORDER BY name LIMIT ?",
                    max)) {
                while (rows.next()) {
                    long patience = rows.getLong(6);
                    held.add(new CallQueue(
                            rows.getString(1),
                            rows.getLong(2),
                            rows.getLong(3),
                            rows.getLong(4),
                            MicrosecondTime.instant(rows.getLong(5)),
                            patience >= 0 && now - rows.getLong(5) > patience));
                }
            }
            return held;
        });
    }

    Set<String> definitionsInUse() {
        return reads.read(session -> {
            Set<Long> ids = new TreeSet<>(ofInstances(session));
            ids.addAll(distinct(session, "SELECT min(definition) FROM call WHERE one_way = 1 AND definition > ?"));
            Set<String> names = new TreeSet<>();
            for (long id : ids) {
                names.add(name(session, id));
            }
            return names;
        });
    }

    Set<CompositeRevision> composites() {
        return reads.read(session -> {
            Set<CompositeRevision> found = new HashSet<>();
            for (long number : distinct(session, NEXT_COMPOSITE)) {
                found.add(composite(session, number));
            }
            return found;
        });
    }

    private static List<Long> ofInstances(SqlSession session) throws SQLException {
        return distinct(session, "SELECT min(definition) FROM instance WHERE definition > ?");
    }

    /** The distinct values of an index, each found from the one before, however many rows there are of each. */
    private static List<Long> distinct(SqlSession session, String next) throws SQLException {
        List<Long> values = new ArrayList<>();
        for (long value = session.number(0, next, 0L); value != 0; value = session.number(0, next, value)) {
            values.add(value);
        }
        return values;
    }

    /**
     * Goes by the index of definitions, which includes the flow: definitions are few, and an index of flows would make every
     * instance more expensive.
     */
    List<LiveInstance> liveInstances(long flow) {
        return reads.read(session -> {
            List<Long> definitions = ofInstances(session);
            definitions.add(0L);
            long root = root(session, flow);
            List<LiveInstance> live = new ArrayList<>();
            for (long definition : definitions) {
                try (ResultSet rows = session.query(
                        "SELECT instance.id, flow, " + COMMANDED + ", name.name"
                                + " FROM instance INDEXED BY instance_definition"
                                + " CROSS JOIN name ON name.id = component WHERE definition = ?1 AND flow IN"
                                + " (SELECT ?2 UNION ALL SELECT id FROM flow WHERE joined = ?2 AND joined <> 0)",
                        definition,
                        root)) {
                    while (rows.next()) {
                        live.add(live(rows, ComponentId.parse(rows.getString(5))));
                    }
                }
            }
            return live;
        });
    }

    /** Reads all live instances. */
    Map<ComponentId, Long> liveComponents() {
        return reads.read(session -> {
            Map<ComponentId, Long> live = new LinkedHashMap<>();
            try (ResultSet rows = session.query(
                    "SELECT name.name, instances FROM (SELECT component, count(*) AS instances"
                            + " FROM instance GROUP BY component) JOIN name ON name.id = component ORDER BY name.name")) {
                while (rows.next()) {
                    live.put(ComponentId.parse(rows.getString(1)), rows.getLong(2));
                }
            }
            return live;
        });
    }

    /** Goes by the ids: an index of components would make every instance more expensive. */
    List<LiveInstance> liveInstances(ComponentId component, long after, int max) {
        return reads.read(session -> {
            List<LiveInstance> live = new ArrayList<>();
            try (ResultSet rows = session.query(
                    "SELECT id, flow, " + COMMANDED
                            + " FROM instance WHERE id > ? AND component = (SELECT id FROM name WHERE name = ?)"
                            + " ORDER BY id LIMIT ?",
                    after,
                    component.toString(),
                    max)) {
                while (rows.next()) {
                    live.add(live(rows, component));
                }
            }
            return live;
        });
    }

    private static LiveInstance live(ResultSet rows, ComponentId component) throws SQLException {
        return new LiveInstance(rows.getLong(1), rows.getLong(2), component, rows.getBoolean(3), rows.getString(4));
    }

    List<Subscription> subscriptions(long instance) {
        return reads.read(session -> {
            List<Subscription> subscriptions = new ArrayList<>();
            try (ResultSet rows =
                    session.query("SELECT name, key FROM subscription WHERE instance = ? ORDER BY seq", instance)) {
                while (rows.next()) {
                    subscriptions.add(new Subscription(rows.getString(1), rows.getString(2)));
                }
            }
            return subscriptions;
        });
    }

    boolean isAwaited(List<String> keys) {
        return reads.read(session -> {
            for (String key : keys) {
                if (session.number(0, "SELECT instance FROM subscription WHERE key = ? LIMIT 1", key) != 0) {
                    return true;
                }
            }
            return false;
        });
    }

    StoreCounts counts() {
        return reads.read(session -> {
            try (ResultSet rows = session.query(COUNTS)) {
                rows.next();
                return new StoreCounts(
                        rows.getLong(1),
                        rows.getLong(2),
                        rows.getLong(3),
                        rows.getLong(4),
                        rows.getLong(5),
                        rows.getLong(6),
                        rows.getLong(7));
            }
        });
    }

    private static long root(SqlSession session, long flow) throws SQLException {
        long joined = session.number(0, "SELECT joined FROM flow WHERE id = ?", flow);
        return joined == 0 ? flow : joined;
    }

    /**
     * Says of a running flow whether only messages live in it, and in those that joined it, that no instance has taken,
     * whether calls rest in them, and whether an operator holds one of their instances.
     */
    private static FlowSummary judged(SqlSession session, FlowSummary flow) throws SQLException {
        if (flow.state().ended()) {
            return flow;
        }
        boolean undelivered = session.number(0, ONLY_UNDELIVERED, flow.flow()) != 0;
        return new FlowSummary(
                flow.flow(),
                flow.composite(),
                flow.state(),
                flow.created(),
                flow.modified(),
                flow.title(),
                flow.fault(),
                undelivered,
                !undelivered && session.exists(RESTING, flow.flow()),
                !undelivered && session.exists(SUSPENDED, flow.flow()));
    }

    private static FlowSummary view(ResultSet rows, CompositeRevision composite) throws SQLException {
        return new FlowSummary(
                rows.getLong(1),
                composite,
                FlowState.ofCode(rows.getInt(3)),
                MicrosecondTime.instant(rows.getLong(4)),
                MicrosecondTime.instant(rows.getLong(5)),
                rows.getString(6),
                rows.getString(7),
                false,
                false,
                false);
    }
}
