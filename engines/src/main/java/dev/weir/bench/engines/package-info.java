/**
 * Process engines of others, each in a process of its own over a PostgreSQL of its own: the name of a work and a time come
 * in by standard input, how many instances have ended and what they cost goes out. Nothing here is on the class path of
 * Weir or of its benchmarks.
 */
@NullMarked
package dev.weir.bench.engines;

import org.jspecify.annotations.NullMarked;
