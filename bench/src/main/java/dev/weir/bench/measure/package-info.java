/** Measures suites in interleaved rounds, each stack in its own process. */
package dev.weir.bench.measure;
