/**
 * The suite {@code process}: requests and messages come in, instances run through a store on disk to their end; figures
 * of throughput, of the size of what waits, and of what a step costs go out.
 */
package dev.weir.bench.process;
