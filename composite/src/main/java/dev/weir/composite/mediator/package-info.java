/**
 * A mediator's plan and a message in; which rules apply, what they send where, and what goes back to the caller, out:
 * {@link dev.weir.composite.mediator.MediatorPlan}. No I/O: sending is for others.
 */
package dev.weir.composite.mediator;
