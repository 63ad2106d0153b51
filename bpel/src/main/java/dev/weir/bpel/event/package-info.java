/** What can happen to an instance: events in, changes of its state out; nothing else changes it. */
package dev.weir.bpel.event;
