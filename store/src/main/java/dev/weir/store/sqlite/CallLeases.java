package dev.weir.store.sqlite;

import dev.weir.store.Call;
import dev.weir.store.CallFault;
import dev.weir.store.CallFilter;
import dev.weir.store.CallKey;
import dev.weir.store.CallLine;
import dev.weir.store.CallShares;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.DecidedCall;
import dev.weir.store.InstanceRef;
import dev.weir.store.OpenCall;
import dev.weir.store.OpenCallLine;
import dev.weir.store.RestingCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leases calls, each to one owner at a time, by the rule of {@link InstanceClaims}: marked before it is read, free after the
 * commit that ends the lease.
 */
final class CallLeases {
    private static final String HEAD = "SELECT key, instance, flow, span, name.name, coalesce(begun.name, ''),"
            + " partner_link, operation, one_way, address, attempt, due, recovery";
    private static final String NAMED =
            " FROM call JOIN name ON name.id = component" + " LEFT JOIN name AS begun ON begun.id = definition";
    private static final String SUSPENDED =
            " EXISTS (SELECT 1 FROM instance WHERE instance.id = call.instance AND suspended <> 0)";
    private static final String RESTS = ", resting, fault, reason," + SUSPENDED;
    private static final String CALL = HEAD + ", payload" + NAMED;
    /** Lists have neither what calls are to send nor what their faults carry: both may be large. */
    static final String LISTED = HEAD + RESTS + NAMED + " WHERE resting <> 0";

    static final String RESTING = HEAD + RESTS + ", fault_data" + NAMED + " WHERE key = ? AND resting <> 0";

    private static final String OPEN = HEAD + ", reason," + SUSPENDED + NAMED;

    static final String DECIDED = "SELECT conversation, message.flow, name.name, partner_link, operation, decision,"
            + " received FROM message INDEXED BY message_decided CROSS JOIN name ON name.id = message.component"
            + " WHERE decision IS NOT NULL"
            + " AND EXISTS (SELECT 1 FROM instance WHERE instance.id = message.instance AND suspended <> 0)";

    /** What rests, or waits for its turn, is due never. */
    private static final String TRIED = " WHERE due < " + Long.MAX_VALUE;

    /** The time at which calls are due whose composite is not deployed: when it is, it gets another. */
    static final long PARKED = Long.MAX_VALUE - 1;

    /** It follows '/' in UTF-8: the names of a composite's components are between both, behind its own. */
    static final String BEHIND_COMPONENTS = "0";

    static final String LINES = "SELECT name.name, partner_link, count(*), sum(due > ? AND due < " + PARKED
            + "), sum(due = " + PARKED + "), min(due)"
            + " FROM call INDEXED BY call_line JOIN name ON name.id = component" + TRIED
            + " GROUP BY component, partner_link ORDER BY 1, 2";
    private static final int DUE = 12;
    private static final int BEHIND_HEAD = 14;
    private static final byte[] NOT_READ = {};

    /** Where more calls than these are due, each line's oldest are looked up, as many as it has room for. */
    private static final int FEW = 64;

    private final ReadConnections reads;
    private final Object leasing = new Object();
    private final Map<CallKey, Lease> leases = new ConcurrentHashMap<>();
    private final Set<Long> held = ConcurrentHashMap.newKeySet();

    /** Calls whose turn the writer is taking back, until its transaction has ended. */
    private final Set<Long> withheld = ConcurrentHashMap.newKeySet();

    /** What the numbers of names stand for; a name is never given another number. Guarded by {@link #leasing}. */
    private final Map<Long, ComponentId> components = new HashMap<>();

    private record Lease(long seq, int attempt) {}

    CallLeases(ReadConnections reads) {
        this.reads = reads;
    }

    List<Call> lease(int max, long now) {
        synchronized (leasing) {
            List<Long> oldest = new ArrayList<>();
            for (Due due : reads.read(session -> oldest(session, max, now))) {
                oldest.add(due.seq);
            }
            return List.copyOf(lease(oldest, Long.MAX_VALUE, now).values());
        }
    }

    List<Call> lease(CallShares shares, long maxBytes, long now) {
        synchronized (leasing) {
            Map<Long, CallLine> lines = new HashMap<>();
            Map<CallLine, List<Long>> candidates = new LinkedHashMap<>();
            for (Due due : reads.read(session -> due(session, shares, now))) {
                lines.put(due.seq, due.line);
                candidates.computeIfAbsent(due.line, line -> new ArrayList<>()).add(due.seq);
            }
            List<CallShares.Candidates> choice = new ArrayList<>(candidates.size());
            candidates.forEach((line, calls) -> choice.add(new CallShares.Candidates(line, calls)));
            List<Long> chosen = shares.take(choice);
            Map<Long, Call> leased = Map.of();
            try {
                leased = lease(chosen, maxBytes, now);
            } finally {
                for (Long seq : chosen) {
                    if (!leased.containsKey(seq)) {
                        shares.leave(Objects.requireNonNull(lines.get(seq)));
                    }
                }
            }
            return List.copyOf(leased.values());
        }
    }

    /** Leases those of some calls that are still due, up to so many bytes. Called under the lock. */
    private Map<Long, Call> lease(List<Long> seqs, long maxBytes, long now) {
        if (seqs.isEmpty()) {
            return Map.of();
        }
        held.addAll(seqs);
        Map<Long, Call> calls = new LinkedHashMap<>();
        try {
            calls.putAll(reads.read(session -> read(session, seqs, maxBytes, now)));
        } finally {
            for (Long seq : seqs) {
                if (!calls.containsKey(seq)) {
                    held.remove(seq);
                }
            }
        }
        calls.forEach((seq, call) -> leases.put(call.key(), new Lease(seq, call.attempt())));
        return calls;
    }

    /** Ends the lease of this attempt of a call, if there is one. */
    void end(Call call) {
        Lease lease = leases.get(call.key());
        if (lease != null && lease.attempt == call.attempt() && leases.remove(call.key(), lease)) {
            held.remove(lease.seq);
        }
    }

    /**
     * Keeps a call from being leased until {@link #releaseWithheld}; false where it is leased already. A transaction may ask
     * again: a call may give way twice in it, and a transaction that is run again finds what its first run withheld.
     */
    boolean withhold(long seq) {
        synchronized (leasing) {
            if (held.contains(seq)) {
                return false;
            }
            withheld.add(seq);
            return true;
        }
    }

    /** The writer's transaction has ended: what it changed is to be seen. */
    void releaseWithheld() {
        withheld.clear();
    }

    /** A call that may be leased. */
    private record Due(long seq, CallLine line) {}

    private List<Due> oldest(SqlSession session, int max, long now) throws SQLException {
        List<Due> due = new ArrayList<>();
        try (ResultSet rows = session.query(
                "SELECT due, seq, component, partner_link FROM call INDEXED BY call_due WHERE due <= ?"
                        + " ORDER BY due, seq",
                now)) {
            while (due.size() < max && nextFree(rows)) {
                due.add(new Due(rows.getLong(2), line(session, rows.getLong(3), rows.getString(4))));
            }
        }
        return due;
    }

    /** All calls if these are few, else the oldest of each line that has room. */
    private List<Due> due(SqlSession session, CallShares shares, long now) throws SQLException {
        int few = Math.min(FEW, shares.free());
        List<Due> due = oldest(session, few + 1, now);
        return due.size() <= few ? due : oldestOfLines(session, shares, now);
    }

    private List<Due> oldestOfLines(SqlSession session, CallShares shares, long now) throws SQLException {
        List<Due> due = new ArrayList<>();
        long component = Long.MIN_VALUE;
        String partnerLink = "";
        while (true) {
            try (ResultSet next = session.query(
                    "SELECT component, partner_link FROM call INDEXED BY call_line"
                            + " WHERE (component, partner_link) > (?, ?) ORDER BY component, partner_link LIMIT 1",
                    component,
                    partnerLink)) {
                if (!next.next()) {
                    return due;
                }
                component = next.getLong(1);
                partnerLink = next.getString(2);
            }
            CallLine line = line(session, component, partnerLink);
            int room = shares.room(line);
            if (room == 0) {
                continue;
            }
            try (ResultSet rows = session.query(
                    "SELECT due, seq FROM call INDEXED BY call_line WHERE component = ? AND partner_link = ?"
                            + " AND due <= ? ORDER BY due, seq",
                    component,
                    partnerLink,
                    now)) {
                for (int found = 0; found < room && nextFree(rows); found++) {
                    due.add(new Due(rows.getLong(2), line));
                }
            }
        }
    }

    private CallLine line(SqlSession session, long component, String partnerLink) throws SQLException {
        ComponentId known = components.get(component);
        if (known == null) {
            try (ResultSet rows = session.query("SELECT name FROM name WHERE id = ?", component)) {
                rows.next();
                known = ComponentId.parse(rows.getString(1));
            }
            components.put(component, known);
        }
        return new CallLine(known, partnerLink);
    }

    private boolean nextFree(ResultSet rows) throws SQLException {
        while (rows.next()) {
            long seq = rows.getLong(2);
            if (!held.contains(seq) && !withheld.contains(seq)) {
                return true;
            }
        }
        return false;
    }

    private static Map<Long, Call> read(SqlSession session, List<Long> seqs, long maxBytes, long now)
            throws SQLException {
        Map<Long, Call> calls = new LinkedHashMap<>();
        long bytes = 0;
        for (Long seq : seqs) {
            if (bytes >= maxBytes) {
                break;
            }
            try (ResultSet rows = session.query(CALL + " WHERE seq = ? AND due <= ?", seq, now)) {
                if (rows.next()) {
                    Call call = call(rows, rows.getBytes(BEHIND_HEAD));
                    calls.put(seq, call);
                    bytes += call.payload().length;
                }
            }
        }
        return calls;
    }

    private static Call call(ResultSet rows, byte[] payload) throws SQLException {
        InstanceRef caller = new InstanceRef(
                rows.getLong(2), rows.getLong(3), ComponentId.parse(rows.getString(5)), rows.getString(6));
        return Call.of(CallKey.parse(rows.getString(1)), caller, rows.getString(7), rows.getString(8))
                .span(rows.getLong(4))
                .oneWay(rows.getInt(9) != 0)
                .address(rows.getString(10))
                .payload(payload)
                .attempt(rows.getInt(11))
                .due(MicrosecondTime.instant(rows.getLong(DUE)))
                .recovery(rows.getString(13))
                .build();
    }

    List<RestingCall> resting(int offset, int limit) {
        return reads.read(session -> {
            List<RestingCall> resting = new ArrayList<>();
            try (ResultSet rows = session.query(LISTED + " ORDER BY resting, seq LIMIT ? OFFSET ?", limit, offset)) {
                while (rows.next()) {
                    resting.add(resting(rows, NOT_READ));
                }
            }
            return resting;
        });
    }

    /** Those of a flow: all that rest are looked at, by their index. */
    List<RestingCall> restingOf(long flow, int limit) {
        return reads.read(session -> {
            List<RestingCall> resting = new ArrayList<>();
            try (ResultSet rows = session.query(
                    LISTED + " AND flow IN (" + FlowQueries.FAMILY + ") ORDER BY resting, seq LIMIT ?2", flow, limit)) {
                while (rows.next()) {
                    resting.add(resting(rows, NOT_READ));
                }
            }
            return resting;
        });
    }

    long countResting() {
        return reads.read(
                session -> session.number(0, "SELECT count(*) FROM call INDEXED BY call_resting WHERE resting <> 0"));
    }

    Optional<RestingCall> resting(CallKey key) {
        return reads.read(session -> {
            try (ResultSet rows = session.query(RESTING, key.toString())) {
                return rows.next() ? Optional.of(resting(rows, rows.getBytes(BEHIND_HEAD + 4))) : Optional.empty();
            }
        });
    }

    private static RestingCall resting(ResultSet rows, byte[] faultData) throws SQLException {
        return new RestingCall(
                call(rows, NOT_READ),
                MicrosecondTime.instant(rows.getLong(BEHIND_HEAD)),
                new CallFault(rows.getString(BEHIND_HEAD + 1), rows.getString(BEHIND_HEAD + 2), faultData),
                rows.getBoolean(BEHIND_HEAD + 3));
    }

    /** Those that are being tried, in the order in which they were made. */
    List<OpenCall> open(CallFilter filter, int offset, int limit) {
        StringBuilder sql = new StringBuilder(OPEN).append(TRIED);
        List<Object> values = new ArrayList<>();
        ComponentId component = filter.component();
        CompositeRevision composite = filter.composite();
        if (component != null) {
            sql.append(" AND component IN (SELECT id FROM name WHERE name = ?)");
            values.add(component.toString());
        } else if (composite != null) {
            sql.append(" AND component IN (SELECT id FROM name WHERE name > ? AND name < ?)");
            values.add(composite + "/");
            values.add(composite + BEHIND_COMPONENTS);
        }
        String partnerLink = filter.partnerLink();
        if (partnerLink != null) {
            sql.append(" AND partner_link = ?");
            values.add(partnerLink);
        }
        values.add(limit);
        values.add(offset);
        sql.append(" ORDER BY seq LIMIT ? OFFSET ?");
        return reads.read(session -> {
            List<OpenCall> open = new ArrayList<>();
            try (ResultSet rows = session.query(sql.toString(), values.toArray())) {
                while (rows.next()) {
                    open.add(open(rows));
                }
            }
            return open;
        });
    }

    Optional<OpenCall> open(CallKey key) {
        return reads.read(session -> {
            try (ResultSet rows = session.query(OPEN + TRIED + " AND key = ?", key.toString())) {
                return rows.next() ? Optional.of(open(rows)) : Optional.empty();
            }
        });
    }

    private OpenCall open(ResultSet rows) throws SQLException {
        Call call = call(rows, NOT_READ);
        return new OpenCall(
                call,
                leases.containsKey(call.key()),
                rows.getLong(DUE) == PARKED,
                rows.getBoolean(BEHIND_HEAD + 1),
                rows.getString(BEHIND_HEAD));
    }

    List<DecidedCall> decided(int offset, int limit) {
        return reads.read(session -> {
            List<DecidedCall> decided = new ArrayList<>();
            try (ResultSet rows = session.query(DECIDED + " ORDER BY seq LIMIT ? OFFSET ?", limit, offset)) {
                while (rows.next()) {
                    decided.add(decided(rows));
                }
            }
            return decided;
        });
    }

    /** All that wait are looked at, by their index. */
    Optional<DecidedCall> decided(CallKey key) {
        return reads.read(session -> {
            try (ResultSet rows = session.query(DECIDED + " AND conversation = ?", key.toString())) {
                return rows.next() ? Optional.of(decided(rows)) : Optional.empty();
            }
        });
    }

    private static DecidedCall decided(ResultSet rows) throws SQLException {
        return new DecidedCall(
                CallKey.parse(rows.getString(1)),
                rows.getLong(2),
                ComponentId.parse(rows.getString(3)),
                rows.getString(4),
                rows.getString(5),
                rows.getString(6),
                MicrosecondTime.instant(rows.getLong(7)));
    }

    /** Where those lead that have a time: counted in the index, without reading the calls. */
    List<OpenCallLine> lines(long now) {
        return reads.read(session -> {
            List<OpenCallLine> lines = new ArrayList<>();
            try (ResultSet rows = session.query(LINES, now)) {
                while (rows.next()) {
                    long due = rows.getLong(6);
                    lines.add(new OpenCallLine(
                            new CallLine(ComponentId.parse(rows.getString(1)), rows.getString(2)),
                            rows.getLong(3),
                            rows.getLong(4),
                            rows.getLong(5),
                            due == PARKED ? null : MicrosecondTime.instant(due)));
                }
            }
            return lines;
        });
    }

    Optional<byte[]> restingPayload(CallKey key) {
        return reads.read(session -> {
            try (ResultSet rows =
                    session.query("SELECT payload FROM call WHERE key = ? AND resting <> 0", key.toString())) {
                return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
            }
        });
    }

    /** When the first call that nobody holds is due; {@link Long#MAX_VALUE} where there is none. */
    long nextDue() {
        return reads.read(session -> {
            try (ResultSet rows = session.query("SELECT due, seq FROM call INDEXED BY call_due ORDER BY due, seq")) {
                // The last times there are stand for none: those of calls that rest, or are parked.
                return nextFree(rows) && rows.getLong(1) < PARKED ? rows.getLong(1) : Long.MAX_VALUE;
            }
        });
    }
}
