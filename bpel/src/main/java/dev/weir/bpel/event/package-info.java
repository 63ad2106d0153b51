/** What can happen to an instance, and the only code that changes its state. */
package dev.weir.bpel.event;
