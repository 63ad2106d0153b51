/**
 * Fault policies ({@code fault-policies.xml}) and what they are bound to ({@code fault-bindings.xml}): in goes a fault of
 * a call, out comes what follows it. Nothing here sends, stores or waits.
 */
package dev.weir.composite.fault;
