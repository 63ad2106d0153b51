package dev.weir.store.sqlite;

import dev.weir.store.Call;
import dev.weir.store.CallFault;
import dev.weir.store.CallKey;
import dev.weir.store.ComponentId;
import dev.weir.store.InstanceRef;
import dev.weir.store.RestingCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leases calls, each to one owner at a time, by the rule of {@link InstanceClaims}: marked before it is read, free after the
 * commit that ends the lease.
 */
final class CallLeases {
    private static final String CALL = "SELECT key, instance, flow, span, name.name, coalesce(begun.name, ''),"
            + " partner_link, operation, one_way, address, payload, attempt, due, recovery, resting, fault, reason,"
            + " fault_data FROM call JOIN name ON name.id = component"
            + " LEFT JOIN name AS begun ON begun.id = definition";

    private final ReadConnections reads;
    private final Object leasing = new Object();
    private final Map<CallKey, Lease> leases = new ConcurrentHashMap<>();
    private final Set<Long> held = ConcurrentHashMap.newKeySet();

    /** Calls whose turn the writer is taking back, until its transaction has ended. */
    private final Set<Long> withheld = ConcurrentHashMap.newKeySet();

    private record Lease(long seq, int attempt) {}

    CallLeases(ReadConnections reads) {
        this.reads = reads;
    }

    List<Call> lease(int max, long now) {
        synchronized (leasing) {
            List<Long> candidates = reads.read(session -> candidates(session, max, now));
            if (candidates.isEmpty()) {
                return List.of();
            }
            held.addAll(candidates);
            Map<Long, Call> calls = new LinkedHashMap<>();
            try {
                calls.putAll(reads.read(session -> read(session, candidates, now)));
            } finally {
                for (Long seq : candidates) {
                    if (!calls.containsKey(seq)) {
                        held.remove(seq);
                    }
                }
            }
            calls.forEach((seq, call) -> leases.put(call.key(), new Lease(seq, call.attempt())));
            return List.copyOf(calls.values());
        }
    }

    /** Ends the lease of this attempt of a call, if there is one. */
    void end(Call call) {
        Lease lease = leases.get(call.key());
        if (lease != null && lease.attempt == call.attempt() && leases.remove(call.key(), lease)) {
            held.remove(lease.seq);
        }
    }

    /** Keeps a call from being leased until {@link #releaseWithheld}; false where it is leased already. */
    boolean withhold(long seq) {
        synchronized (leasing) {
            return !held.contains(seq) && withheld.add(seq);
        }
    }

    /** The writer's transaction has ended: what it changed is to be seen. */
    void releaseWithheld() {
        withheld.clear();
    }

    private List<Long> candidates(SqlSession session, int max, long now) throws SQLException {
        List<Long> due = new ArrayList<>();
        try (ResultSet rows =
                session.query("SELECT due, seq FROM call INDEXED BY call_due WHERE due <= ? ORDER BY due, seq", now)) {
            while (due.size() < max && nextFree(rows)) {
                due.add(rows.getLong(2));
            }
        }
        return due;
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

    private static Map<Long, Call> read(SqlSession session, List<Long> seqs, long now) throws SQLException {
        Map<Long, Call> calls = new LinkedHashMap<>();
        for (Long seq : seqs) {
            try (ResultSet rows = session.query(CALL + " WHERE seq = ? AND due <= ?", seq, now)) {
                if (rows.next()) {
                    calls.put(seq, call(rows));
                }
            }
        }
        return calls;
    }

    private static Call call(ResultSet rows) throws SQLException {
        InstanceRef caller = new InstanceRef(
                rows.getLong(2), rows.getLong(3), ComponentId.parse(rows.getString(5)), rows.getString(6));
        return Call.of(CallKey.parse(rows.getString(1)), caller, rows.getString(7), rows.getString(8))
                .span(rows.getLong(4))
                .oneWay(rows.getInt(9) != 0)
                .address(rows.getString(10))
                .payload(rows.getBytes(11))
                .attempt(rows.getInt(12))
                .due(MicrosecondTime.instant(rows.getLong(13)))
                .recovery(rows.getString(14))
                .build();
    }

    List<RestingCall> resting(int offset, int limit) {
        return reads.read(session -> {
            List<RestingCall> resting = new ArrayList<>();
            try (ResultSet rows =
                    session.query(CALL + " WHERE resting <> 0 ORDER BY resting, seq LIMIT ? OFFSET ?", limit, offset)) {
                while (rows.next()) {
                    resting.add(resting(rows));
                }
            }
            return resting;
        });
    }

    Optional<RestingCall> resting(CallKey key) {
        return reads.read(session -> {
            try (ResultSet rows = session.query(CALL + " WHERE key = ? AND resting <> 0", key.toString())) {
                return rows.next() ? Optional.of(resting(rows)) : Optional.empty();
            }
        });
    }

    private static RestingCall resting(ResultSet rows) throws SQLException {
        return new RestingCall(
                call(rows),
                MicrosecondTime.instant(rows.getLong(15)),
                new CallFault(rows.getString(16), rows.getString(17), rows.getBytes(18)));
    }

    /** When the first call that nobody holds is due; {@link Long#MAX_VALUE} where there is none. */
    long nextDue() {
        return reads.read(session -> {
            try (ResultSet rows = session.query("SELECT due, seq FROM call INDEXED BY call_due ORDER BY due, seq")) {
                // Resting calls are never due: their time is the last there is.
                return nextFree(rows) ? rows.getLong(1) : Long.MAX_VALUE;
            }
        });
    }
}
