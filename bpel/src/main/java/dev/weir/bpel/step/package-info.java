/**
 * A claimed instance in, a transition out: {@link dev.weir.bpel.step.InstanceStep} takes one instance from one wait to the
 * next. Tasks are queued in {@code TaskQueue}, what has come is in {@code Inbox}, what leaves in {@code Effects}, what the
 * audit records in {@code StepAudit}; {@code StepActivities} is what activities see of all this.
 */
package dev.weir.bpel.step;
