/** What operators ask of instances, and how it travels to them. */
package dev.weir.bpel.command;
