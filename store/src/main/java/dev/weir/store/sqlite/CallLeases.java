package dev.weir.store.sqlite;

import dev.weir.store.Call;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leases calls, each to one owner at a time, by the rule of {@link InstanceClaims}: marked before it is read, free after the
 * commit that ends the lease.
 */
final class CallLeases {
    private final ReadConnections readers;
    private final Object leasing = new Object();
    private final Map<String, Lease> leases = new ConcurrentHashMap<>();
    private final Set<Long> held = ConcurrentHashMap.newKeySet();

    private record Lease(long seq, int attempt) {}

    CallLeases(ReadConnections readers) {
        this.readers = readers;
    }

    List<Call> lease(int max, long now) {
        synchronized (leasing) {
            List<Long> candidates = readers.read(session -> candidates(session, max, now));
            if (candidates.isEmpty()) {
                return List.of();
            }
            held.addAll(candidates);
            Map<Long, Call> calls = new LinkedHashMap<>();
            try {
                calls.putAll(readers.read(session -> read(session, candidates, now)));
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

    private List<Long> candidates(SqlSession session, int max, long now) throws SQLException {
        List<Long> found = new ArrayList<>();
        try (ResultSet rows =
                session.query("SELECT due, seq FROM call INDEXED BY call_due WHERE due <= ? ORDER BY due, seq", now)) {
            while (found.size() < max && nextFree(rows)) {
                found.add(rows.getLong(2));
            }
        }
        return found;
    }

    private boolean nextFree(ResultSet rows) throws SQLException {
        while (rows.next()) {
            if (!held.contains(rows.getLong(2))) {
                return true;
            }
        }
        return false;
    }

    private static Map<Long, Call> read(SqlSession session, List<Long> seqs, long now) throws SQLException {
        Map<Long, Call> calls = new LinkedHashMap<>();
        for (Long seq : seqs) {
            try (ResultSet rows = session.query(
                    "SELECT key, instance, flow, span, name.name, coalesce(begun.name, ''), partner_link, operation,"
                            + " one_way, address, payload, attempt, due FROM call JOIN name ON name.id = component"
                            + " LEFT JOIN name AS begun ON begun.id = definition WHERE seq = ? AND due <= ?",
                    seq,
                    now)) {
                if (rows.next()) {
                    calls.put(
                            seq,
                            new Call(
                                    rows.getString(1),
                                    rows.getLong(2),
                                    rows.getLong(3),
                                    rows.getLong(4),
                                    rows.getString(5),
                                    rows.getString(6),
                                    rows.getString(7),
                                    rows.getString(8),
                                    rows.getInt(9) != 0,
                                    rows.getString(10),
                                    rows.getBytes(11),
                                    rows.getInt(12),
                                    MicrosecondTime.instant(rows.getLong(13))));
                }
            }
        }
        return calls;
    }

    /** When the first call that nobody holds is due; {@link Long#MAX_VALUE} where there is none. */
    long nextDue() {
        return readers.read(session -> {
            try (ResultSet rows = session.query("SELECT due, seq FROM call INDEXED BY call_due ORDER BY due, seq")) {
                return nextFree(rows) ? rows.getLong(1) : Long.MAX_VALUE;
            }
        });
    }
}
