/** Java within processes (bpelx:exec): what it is compiled to, and what it may use. */
package dev.weir.bpel.exec;
