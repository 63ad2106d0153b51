/**
 * Work for an instance in, a transition out: {@link dev.weir.bpel.activity.InstanceStep} keeps the queue; and one file per
 * activity says what it does when it starts, when something that it waited for comes, and when a child has completed.
 * What has come is in {@link dev.weir.bpel.activity.Inbox}, what the store is to do in {@link
 * dev.weir.bpel.activity.Effects}, what the audit says in {@link dev.weir.bpel.activity.StepAudit}; {@link
 * dev.weir.bpel.activity.Termination} terminates.
 */
package dev.weir.bpel.activity;
