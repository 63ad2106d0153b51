/**
 * Echoes: components that answer each message with its own content, after a while. What is being waited for rests in the
 * store: a message that no step has used up yet, and a timer.
 */
package dev.weir.composite.echo;
