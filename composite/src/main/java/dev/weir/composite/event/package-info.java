/**
 * Business events: who has subscribed to what, and a published event in; a durable delivery for each subscriber out: {@link
 * dev.weir.composite.event.EventNetwork}.
 */
package dev.weir.composite.event;
