/**
 * What an engine is: it compiles one kind of components, and what it makes of one takes messages, callbacks, events and
 * timers. Processes and mediators have one each, in packages of their own.
 */
package dev.weir.composite.engine;
