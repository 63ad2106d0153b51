/**
 * The work of process instances: claimed from the store, advanced by the engine on bounded pools of threads, committed,
 * tried again when it fails; also messages that instances take at once, in the transaction of their caller or in memory.
 */
package dev.weir.composite.dispatch;
