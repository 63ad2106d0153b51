/** Composites: their assembly, their runtime, the delivery of messages along their wires, and the audit of it. */
package dev.weir.composite;
