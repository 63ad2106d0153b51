/**
 * Mediators. A plan and a message in; which rules apply, what they send where, and what goes back to the caller, out: {@link
 * dev.weir.composite.mediator.MediatorPlan}, without I/O. What carries that out, now or by instances that await callbacks:
 * {@link dev.weir.composite.mediator.MediatorSteps}.
 */
package dev.weir.composite.mediator;
