/** The store in one SQLite file: WAL, synchronous=FULL, one writer thread, group commit. */
package dev.weir.store.sqlite;
