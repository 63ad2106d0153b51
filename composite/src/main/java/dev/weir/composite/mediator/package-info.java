/** Mediator plans: rules, filters, transforms. */
package dev.weir.composite.mediator;
