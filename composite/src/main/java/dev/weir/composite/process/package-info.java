/**
 * Processes: compiled, and run by {@link dev.weir.bpel.ProcessEngine}. Messages come to instances through the store, at once
 * in the transaction of their caller, or in memory.
 */
package dev.weir.composite.process;
