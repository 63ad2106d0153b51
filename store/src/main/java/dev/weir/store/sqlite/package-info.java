/**
 * The store in one SQLite file: requests come in from any thread and go out as rows, many of them in one commit.
 *
 * <p>{@code SqliteStore} names the parts. A write goes through {@code WriteQueue} to {@code Writer}, whose one thread
 * owns the {@code Ledger} (the write connection) and commits by groups; {@code Messages}, {@code Transitions},
 * {@code Calls}, {@code Flows}, {@code AuditLog}, {@code Seen} and {@code Purge} are what it writes. A read takes a
 * session of {@code Readers}; {@code Claims} and {@code Leases} hand work out by reading, and remember in memory who
 * holds what. The tables are in {@code Schema}.
 *
 * <p>SQLite runs with a write-ahead log and {@code synchronous=FULL}: a commit is on disk before anybody is told.
 */
package dev.weir.store.sqlite;
