/** Mediators: rules that are followed one after the other, and in parallel, to targets that take their time. */
package dev.weir.bench.mediator;
