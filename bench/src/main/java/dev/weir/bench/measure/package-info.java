/** Suites come in, samples from interleaved rounds in processes of their own go out. */
package dev.weir.bench.measure;
