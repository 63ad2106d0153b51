package dev.weir.store.sqlite;

import dev.weir.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * The tables, by version. {@code user_version} is the number of {@link #MIGRATIONS} that a file has gone through; each
 * runs in the transaction that raises the number. A migration that was released is never edited: a change is a new one.
 *
 * <p>Times are microseconds since 1970. {@code seq} orders rows by insertion and is never reused. {@code bucket} is
 * {@link Bucket#of} the instance (or of the flow, while a message waits for its instance): SQLite does not need it, but a
 * sharded store does, and its rows can be copied from here.
 *
 * <p>Live work: {@code instance} with {@code state}, {@code message} (with one {@code message_key} per correlation key
 * while it waits for a subscription), {@code subscription}, {@code timer}, {@code call}, {@code queue}, {@code reply}. History:
 * {@code flow}, {@code sensor}, {@code trail} and {@code payload}, and {@code audit} in files from before these two. {@code setting} and
 * {@code setting_change}: what operators have set. A row of {@code message} or {@code timer} that was {@code offered} was part of a step
 * that did not use it up: it no longer makes its instance claimable.
 */
final class SchemaMigrations {
    private static final Logger LOG = System.getLogger(SchemaMigrations.class.getName());

    private static final List<List<String>> MIGRATIONS = List.of(
            List.of(
                    "CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
                    "INSERT INTO meta VALUES ('ids', 10001), ('sequence', 1), ('seen_period', 0), ('store', random())",
                    "CREATE TABLE totals(id INTEGER PRIMARY KEY CHECK (id = 1), instances INTEGER NOT NULL,"
                            + " messages INTEGER NOT NULL, calls INTEGER NOT NULL, flows INTEGER NOT NULL,"
                            + " events INTEGER NOT NULL)",
                    "INSERT INTO totals VALUES (1, 0, 0, 0, 0, 0)",
                    "CREATE TABLE name(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
                    "CREATE TABLE flow(id INTEGER PRIMARY KEY, composite INTEGER NOT NULL, state INTEGER NOT NULL,"
                            + " created INTEGER NOT NULL, modified INTEGER NOT NULL,"
                            // Live instances, messages and calls of this flow and of those that joined it.
                            + " live INTEGER NOT NULL,"
                            // Bits: see Flows.
                            + " outcome INTEGER NOT NULL,"
                            // The flow that this one joined, itself never joined to another; 0 for none.
                            + " joined INTEGER NOT NULL)",
                    "CREATE INDEX flow_listed ON flow(created) WHERE joined = 0",
                    "CREATE INDEX flow_ended ON flow(created) WHERE joined = 0 AND state <> 0",
                    "CREATE INDEX flow_joined ON flow(joined) WHERE joined <> 0",
                    "CREATE TABLE audit(flow INTEGER NOT NULL, seq INTEGER NOT NULL, instance INTEGER NOT NULL,"
                            + " span INTEGER NOT NULL, parent INTEGER NOT NULL, at INTEGER NOT NULL, kind INTEGER NOT NULL,"
                            + " component INTEGER NOT NULL, name TEXT NOT NULL, detail TEXT,"
                            + " PRIMARY KEY (flow, seq)) WITHOUT ROWID",
                    "CREATE TABLE instance(id INTEGER PRIMARY KEY, bucket INTEGER NOT NULL, flow INTEGER NOT NULL,"
                            + " component INTEGER NOT NULL, version INTEGER NOT NULL)",
                    "CREATE TABLE state(instance INTEGER NOT NULL, name TEXT NOT NULL, data BLOB NOT NULL,"
                            + " PRIMARY KEY (instance, name)) WITHOUT ROWID",
                    "CREATE TABLE message(seq INTEGER PRIMARY KEY, id INTEGER NOT NULL, bucket INTEGER NOT NULL,"
                            // The instance it was delivered to, 0 while it waits.
                            + " instance INTEGER NOT NULL,"
                            // How it came there: see MessageRouting.
                            + " via INTEGER NOT NULL, offered INTEGER NOT NULL, key TEXT, flow INTEGER NOT NULL,"
                            + " span INTEGER NOT NULL, component INTEGER NOT NULL, partner_link TEXT NOT NULL,"
                            + " operation TEXT NOT NULL, addressee INTEGER NOT NULL, keys BLOB NOT NULL,"
                            + " creates INTEGER NOT NULL, reply_to TEXT, callback TEXT, conversation TEXT, fault TEXT,"
                            + " received INTEGER NOT NULL, payload BLOB NOT NULL)",
                    "CREATE INDEX message_instance ON message(instance) WHERE instance <> 0",
                    "CREATE INDEX message_ready ON message(seq, instance, received) WHERE instance <> 0 AND offered = 0",
                    "CREATE TABLE message_key(key TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (key, seq)) WITHOUT ROWID",
                    "CREATE TABLE subscription(instance INTEGER NOT NULL, name TEXT NOT NULL, seq INTEGER NOT NULL,"
                            + " bucket INTEGER NOT NULL, key TEXT NOT NULL, PRIMARY KEY (instance, name)) WITHOUT ROWID",
                    "CREATE INDEX subscription_key ON subscription(key, seq)",
                    "CREATE TABLE timer(instance INTEGER NOT NULL, name TEXT NOT NULL, bucket INTEGER NOT NULL,"
                            + " due INTEGER NOT NULL, offered INTEGER NOT NULL, PRIMARY KEY (instance, name)) WITHOUT ROWID",
                    "CREATE INDEX timer_due ON timer(due) WHERE offered = 0",
                    "CREATE TABLE call(seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, bucket INTEGER NOT NULL,"
                            + " instance INTEGER NOT NULL, flow INTEGER NOT NULL, span INTEGER NOT NULL,"
                            + " component INTEGER NOT NULL, partner_link TEXT NOT NULL, operation TEXT NOT NULL,"
                            + " one_way INTEGER NOT NULL, attempt INTEGER NOT NULL, due INTEGER NOT NULL, address TEXT,"
                            + " payload BLOB NOT NULL)",
                    "CREATE INDEX call_due ON call(due, seq)",
                    "CREATE INDEX call_instance ON call(instance)",
                    "CREATE TABLE reply(exchange TEXT PRIMARY KEY, fault TEXT, payload BLOB NOT NULL)",
                    "CREATE TABLE seen_0(key TEXT PRIMARY KEY) WITHOUT ROWID",
                    "CREATE TABLE seen_1(key TEXT PRIMARY KEY) WITHOUT ROWID"),
            List.of("CREATE INDEX message_signal ON message(flow) WHERE partner_link = ''"),
            List.of(
                    "DROP INDEX message_ready",
                    // 3 is a message that creates its instance.
                    "CREATE INDEX message_lane ON message((via = 3), component, seq, instance, received)"
                            + " WHERE instance <> 0 AND offered = 0"),
            List.of(
                    // A name, or 0 for none.
                    "ALTER TABLE instance ADD COLUMN definition INTEGER NOT NULL DEFAULT 0",
                    "ALTER TABLE call ADD COLUMN definition INTEGER NOT NULL DEFAULT 0",
                    "CREATE INDEX instance_definition ON instance(definition, flow)",
                    // Only these outlive their instances.
                    "CREATE INDEX call_definition ON call(definition) WHERE one_way = 1"),
            List.of(
                    // A call's turn; 0 for none. One that waits for its turn is due never.
                    "ALTER TABLE call ADD COLUMN queue INTEGER NOT NULL DEFAULT 0",
                    "ALTER TABLE call ADD COLUMN position INTEGER NOT NULL DEFAULT 0",
                    "ALTER TABLE call ADD COLUMN arrived INTEGER NOT NULL DEFAULT 0",
                    "CREATE INDEX call_turn ON call(queue, position, seq) WHERE queue <> 0",
                    "CREATE INDEX call_arrival ON call(queue, seq) WHERE queue <> 0",
                    "CREATE TABLE queue(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, rule INTEGER NOT NULL,"
                            // Of rule 1: the position whose turn it is, and the step to the next.
                            + " expected INTEGER NOT NULL, increment INTEGER NOT NULL,"
                            // Of rule 1 the patience, -1 for none; of rule 2 the window's length.
                            + " length INTEGER NOT NULL,"
                            // The seq of the call whose turn it is, 0 for none.
                            + " head INTEGER NOT NULL,"
                            // Of rule 1: when the expected position was first missed; 0 where it is not.
                            + " since INTEGER NOT NULL,"
                            // Of rule 2: the calls that go together came until then, and have no greater position.
                            + " bound INTEGER NOT NULL, top INTEGER NOT NULL)",
                    "CREATE INDEX queue_held ON queue(name) WHERE since <> 0"),
            List.of(
                    "ALTER TABLE call ADD COLUMN recovery TEXT",
                    // Since when, 0 for a call that does not rest; then it is never due, and has a fault.
                    "ALTER TABLE call ADD COLUMN resting INTEGER NOT NULL DEFAULT 0",
                    "ALTER TABLE call ADD COLUMN fault TEXT",
                    "ALTER TABLE call ADD COLUMN reason TEXT",
                    "ALTER TABLE call ADD COLUMN fault_data BLOB",
                    "CREATE INDEX call_resting ON call(resting, seq) WHERE resting <> 0"),
            List.of("CREATE INDEX call_line ON call(component, partner_link, due, seq)"),
            // SQLite's generator is seeded by the operating system; 64 bits each.
            List.of("INSERT INTO meta VALUES ('secret_0', random()), ('secret_1', random()), ('secret_2', random()),"
                    + " ('secret_3', random())"),
            List.of("CREATE INDEX message_undelivered ON message(id) WHERE instance = 0 AND partner_link <> ''"),
            List.of(
                    // Of faults, beside their names; null in those of before, too.
                    "ALTER TABLE reply ADD COLUMN reason TEXT", "ALTER TABLE message ADD COLUMN reason TEXT"),
            List.of(
                    // Events of one flow that were stored together: see TrailEncoding. The table audit has those of
                    // before.
                    "CREATE TABLE trail(flow INTEGER NOT NULL, seq INTEGER NOT NULL, events INTEGER NOT NULL,"
                            + " data BLOB NOT NULL, PRIMARY KEY (flow, seq)) WITHOUT ROWID",
                    // Large payloads of events, in pages.
                    "CREATE TABLE payload(flow INTEGER NOT NULL, id INTEGER NOT NULL, page INTEGER NOT NULL,"
                            + " data BLOB NOT NULL, PRIMARY KEY (flow, id, page)) WITHOUT ROWID",
                    "ALTER TABLE flow ADD COLUMN title TEXT",
                    "ALTER TABLE flow ADD COLUMN fault TEXT",
                    // Of the first instance; 0 for none.
                    "ALTER TABLE flow ADD COLUMN component INTEGER NOT NULL DEFAULT 0",
                    "CREATE INDEX flow_titled ON flow(title, created) WHERE joined = 0 AND title IS NOT NULL",
                    "UPDATE flow SET title = (SELECT detail FROM audit WHERE audit.flow = flow.id AND kind = 25"
                            + " ORDER BY seq DESC LIMIT 1)"
                            + " WHERE id IN (SELECT flow FROM audit WHERE kind = 25)",
                    // By state: faulted flows are few among many.
                    "DROP INDEX flow_ended",
                    "CREATE INDEX flow_state ON flow(state, created) WHERE joined = 0",
                    "CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
                    "CREATE TABLE setting_change(seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, name TEXT NOT NULL,"
                            + " before TEXT, value TEXT, who TEXT NOT NULL)"),
            // Of one composite: lists, and the retention that each has for itself.
            List.of("CREATE INDEX flow_composite ON flow(composite, state, created) WHERE joined = 0"),
            // Transactions that changed anything: see CommitCount.
            List.of("ALTER TABLE totals ADD COLUMN commits INTEGER NOT NULL DEFAULT 0"),
            List.of("CREATE INDEX message_undelivered_flow ON message(flow)"
                    + " WHERE instance = 0 AND partner_link <> ''"),
            // The flow is the one in whose message the value was found, joined or not.
            List.of(
                    "CREATE TABLE sensor(name TEXT NOT NULL, value TEXT NOT NULL, flow INTEGER NOT NULL,"
                            + " PRIMARY KEY (name, value, flow)) WITHOUT ROWID",
                    "CREATE INDEX sensor_flow ON sensor(flow)"),
            List.of(
                    "CREATE INDEX flow_component ON flow(component, created) WHERE joined = 0 AND component <> 0",
                    // Of those that have ended alone: steps of the others would change it each time.
                    "CREATE INDEX flow_changed ON flow(modified) WHERE joined = 0 AND state <> 0"),
            List.of("CREATE INDEX call_resting_flow ON call(flow) WHERE resting <> 0"),
            List.of(
                    // 1 while an operator holds it; of those that were held before from their next step on.
                    "ALTER TABLE instance ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0",
                    "CREATE INDEX instance_suspended ON instance(flow, suspended) WHERE suspended <> 0",
                    // With the partner link, so that they are counted without their rows, which have their payloads.
                    "DROP INDEX message_undelivered",
                    "CREATE INDEX message_undelivered ON message(id, partner_link)"
                            + " WHERE instance = 0 AND partner_link <> ''"),
            List.of(
                    // What comes of an operator's decision about a call, until the instance takes it: few at any time.
                    "ALTER TABLE message ADD COLUMN decision TEXT",
                    "CREATE INDEX message_decided ON message(seq) WHERE decision IS NOT NULL"),
            List.of(
                    // That of the instance, so that each finds its own of many that are due.
                    "ALTER TABLE timer ADD COLUMN component INTEGER NOT NULL DEFAULT 0",
                    "UPDATE timer SET component = instance.component FROM instance WHERE instance.id = timer.instance",
                    "CREATE INDEX timer_lane ON timer(component, due) WHERE offered = 0"));

    /** The newest version that this program knows. */
    static final int VERSION = MIGRATIONS.size();

    private SchemaMigrations() {}

    /** Brings the file to {@link #VERSION}; a file from a newer program is refused untouched. */
    static void migrate(SqlSession session) throws SQLException {
        int version;
        try (ResultSet rows = session.query("PRAGMA user_version")) {
            rows.next();
            version = rows.getInt(1);
        }
        if (version > VERSION) {
            throw new StoreException("the file has schema version " + version + ", this program knows up to " + VERSION
                    + ": open it with the newer program that wrote it");
        }
        if (version < VERSION) {
            if (version > 0) {
                LOG.log(
                        Level.INFO,
                        "the store is brought from schema version {0} to {1}: that takes some seconds for a million"
                                + " instances",
                        version,
                        VERSION);
            }
            // An index of millions of rows is sorted beside the database, and not in memory.
            session.pragma("temp_store=FILE");
            migrate(session, version);
            session.pragma("temp_store=MEMORY");
        }
        session.commit();
    }

    private static void migrate(SqlSession session, int from) throws SQLException {
        for (int version = from; version < VERSION; version++) {
            for (String statement : MIGRATIONS.get(version)) {
                session.run(statement);
            }
            session.pragma("user_version=" + (version + 1));
            session.commit();
        }
    }
}
