/**
 * The command {@code weir bench}: the name of a suite comes in; a table, a JSON file and an HTML page go out. What is
 * measured is said by a {@link dev.weir.bench.measure.Suite}, how by the rest of {@code measure}.
 */
package dev.weir.bench;
