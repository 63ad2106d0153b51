/**
 * The command {@code weir bench}: runs a suite and reports its results as a table, a JSON file and an HTML page. A
 * {@link dev.weir.bench.measure.Suite} defines the measurements; the rest of {@code measure} runs them.
 */
package dev.weir.bench;
