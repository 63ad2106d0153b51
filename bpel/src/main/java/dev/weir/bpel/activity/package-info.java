/**
 * What activities do: one {@link dev.weir.bpel.activity.Behaviour} for each kind, in a file of its own, found by {@link
 * dev.weir.bpel.activity.Behaviours}. A behaviour sees and changes the instance through a {@link
 * dev.weir.bpel.activity.StepContext}, and knows no other behaviour; what several share is in classes without state
 * ({@code ReceiveSubscriptions}, {@code ReceivedMessages}, {@code Requests}, {@code Correlations}, {@code EventHandlers},
 * {@code Signals}). The loop that runs them is in {@code bpel.step}, variables and expressions are in {@code bpel.data}.
 */
package dev.weir.bpel.activity;
