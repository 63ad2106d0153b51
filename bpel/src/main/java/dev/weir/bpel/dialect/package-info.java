/** What processes may rely on beside the specification, depending on the engine that they were written for. */
package dev.weir.bpel.dialect;
