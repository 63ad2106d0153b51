/**
 * What an engine is: it compiles one kind of components, and what it makes of one takes messages, callbacks, events and
 * timers. Processes and mediators have one each, in packages of their own; nothing else knows them by name.
 */
package dev.weir.composite.engine;
