/**
 * The store in one SQLite file: requests come in from any thread and go out as rows, many of them in one commit.
 *
 * <p>{@code SqliteStore} names the parts. A write goes through {@code WriteQueue} to {@code WriterThread}, which owns the
 * {@code WriteConnection} and commits by groups; {@code MessageRouting}, {@code Transitions}, {@code OpenCalls},
 * {@code Flows}, {@code AuditLog}, {@code DeduplicationKeys} and {@code Purge} are what it writes. A read takes a session
 * of {@code ReadConnections}; {@code InstanceClaims} and {@code CallLeases} hand out instances and calls by reading, and
 * keep in memory who holds what. The SQL of a claim is in {@code InstanceClaims}, the tables are in
 * {@code SchemaMigrations}.
 *
 * <p>SQLite runs with a write-ahead log and {@code synchronous=FULL}: a commit is on disk before any future completes.
 */
package dev.weir.store.sqlite;
