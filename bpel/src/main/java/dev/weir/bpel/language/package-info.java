/** A .bpel document in, records out: one per construct, each with its line, and every problem found on the way. */
package dev.weir.bpel.language;
