/** Seeds come in, documents to measure with go out: the same bytes every time, on every machine. */
package dev.weir.bench.workload;
