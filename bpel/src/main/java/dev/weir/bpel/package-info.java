/**
 * Process definitions in, transitions out: {@link dev.weir.bpel.ProcessDefinition} compiles a .bpel file once,
 * {@link dev.weir.bpel.ProcessEngine} takes an instance from one wait to the next.
 */
package dev.weir.bpel;
