package dev.weir.bpel.activity;

/**
 * All that an activity may see and do during a step. Activities never reach each other, the store or the network: what
 * they do here becomes events that change the instance, and effects that leave it when the step has been committed.
 */
public interface StepContext extends InstanceAccess, ActivityLifecycle, Waiting, PartnerMessages, ActivityAudit {}
