/** Generates the measured documents from seeds: the same bytes every time, on every machine. */
package dev.weir.bench.workload;
