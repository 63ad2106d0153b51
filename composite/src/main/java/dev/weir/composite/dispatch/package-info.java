/**
 * The work of instances: claimed from the store, advanced by their components on bounded pools of threads, committed, tried
 * again when it fails; and the way of messages to them.
 */
package dev.weir.composite.dispatch;
