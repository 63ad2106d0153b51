package dev.weir.composite.fault;

import dev.weir.composite.fault.FaultDecision.Kind;
import dev.weir.xml.XmlName;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fault policies of a composite and what they are bound to. The most specific binding whose policy has a condition
 * for the fault decides: that of the reference by name, of its port type, of the component, of the composite. Immutable;
 * thread-safe as far as the code of its Java actions is.
 */
public final class FaultPolicies {
    /** No policy for anything. */
    public static final FaultPolicies NONE = new FaultPolicies(null, Map.of(), Map.of(), Map.of());

    private static final Logger LOG = System.getLogger(FaultPolicies.class.getName());

    /** So many actions that lead to one another without a wait are taken for a circle. */
    private static final int MOST_IN_A_ROW = 16;

    private final @Nullable FaultPolicy composite;
    private final Map<String, FaultPolicy> components;
    private final Map<String, FaultPolicy> references;
    private final Map<XmlName, FaultPolicy> portTypes;

    FaultPolicies(
            @Nullable FaultPolicy composite,
            Map<String, FaultPolicy> components,
            Map<String, FaultPolicy> references,
            Map<XmlName, FaultPolicy> portTypes) {
        this.composite = composite;
        this.components = Map.copyOf(components);
        this.references = Map.copyOf(references);
        this.portTypes = Map.copyOf(portTypes);
    }

    /** True if there is no policy at all. */
    public boolean isEmpty() {
        return composite == null && components.isEmpty() && references.isEmpty() && portTypes.isEmpty();
    }

    /** True if some policy is bound to a place, whatever faults it is for. */
    public boolean covers(FaultSite site) {
        return !bound(site).isEmpty();
    }

    /** True if a policy wants something else than to give this fault to the caller. Runs no code. */
    public boolean intervenes(FaultSite site, RaisedFault fault) {
        for (FaultPolicy policy : bound(site)) {
            FaultPolicy.Case match = policy.matching(fault);
            if (match != null) {
                FaultAction action = policy.actions().get(match.action());
                return action != null && !(action instanceof FaultAction.Rethrow);
            }
        }
        return false;
    }

    /**
     * Decides what follows a fault; runs the code of Java actions on the way.
     *
     * @param state what the last decision about the same call left to be kept; null for the first
     */
    public FaultDecision decide(FaultSite site, RaisedFault fault, @Nullable String state) {
        for (FaultPolicy policy : bound(site)) {
            FaultPolicy.Case match = policy.matching(fault);
            if (match != null) {
                match.alerts().forEach(alert -> alert.raise(site, fault));
                return new Choice(policy, site, fault, match.action(), new StringBuilder())
                        .from(RetryState.decode(state));
            }
        }
        return FaultDecision.NONE;
    }

    /**
     * Decides what follows the success of a repetition.
     *
     * @param state what the last decision about the call left
     * @return {@link Kind#NONE} or {@link Kind#ABORT}
     */
    public FaultDecision succeeded(FaultSite site, @Nullable String state) {
        RetryState retried = RetryState.decode(state);
        if (retried == null) {
            return FaultDecision.NONE;
        }
        for (FaultPolicy policy : bound(site)) {
            if (policy.id().equals(retried.policy())
                    && policy.actions().get(retried.retry()) instanceof FaultAction.Retry retry
                    && retry.onSuccess() != null) {
                return afterSuccess(policy, site, retry.onSuccess());
            }
        }
        return FaultDecision.NONE;
    }

    private static FaultDecision afterSuccess(FaultPolicy policy, FaultSite site, String id) {
        FaultAction action = policy.actions().get(id);
        if (action instanceof FaultAction.Java java) {
            try {
                java.code()
                        .retrySucceeded(new FaultRecovery.Context(
                                policy.id(), site.component(), site.link(), "", "", Map.of(), java.properties()));
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "the Java action " + id + " of fault policy " + policy.id() + " failed", e);
            }
            return FaultDecision.NONE;
        }
        return action instanceof FaultAction.Abort
                ? new FaultDecision(Kind.ABORT, policy.id(), id, Duration.ZERO, null)
                : FaultDecision.NONE;
    }

    /** The policies for a place, the most specific first. */
    private List<FaultPolicy> bound(FaultSite site) {
        List<FaultPolicy> bound = new ArrayList<>(2);
        if (site.reference() != null) {
            add(bound, references.get(site.reference()));
        }
        add(bound, references.get(site.link()));
        if (site.portType() != null) {
            add(bound, portTypes.get(site.portType()));
        }
        add(bound, components.get(site.component()));
        add(bound, composite);
        return bound;
    }

    private static void add(List<FaultPolicy> bound, @Nullable FaultPolicy policy) {
        if (policy != null && !bound.contains(policy)) {
            bound.add(policy);
        }
    }

    /**
     * One decision: from the action that a condition names to one that ends it.
     *
     * @param remarks for the history, collected on the way
     */
    private record Choice(FaultPolicy policy, FaultSite site, RaisedFault fault, String entry, StringBuilder remarks) {
        FaultDecision from(@Nullable RetryState state) {
            if (state == null
                    || !state.policy().equals(policy.id())
                    || !state.entry().equals(entry)) {
                return follow(entry, 0);
            }
            return policy.actions().get(state.retry()) instanceof FaultAction.Retry retry
                    ? repeat(state.retry(), retry, state.used(), 0)
                    : follow(entry, 0);
        }

        private FaultDecision follow(@Nullable String id, int hops) {
            if (id == null) {
                return end(Kind.HUMAN_INTERVENTION, "retries exhausted");
            }
            if (hops == MOST_IN_A_ROW) {
                LOG.log(
                        Level.ERROR,
                        "the actions of fault policy {0} lead in a circle from {1}: an operator has to decide",
                        policy.id(),
                        entry);
                return end(Kind.HUMAN_INTERVENTION, id);
            }
            FaultAction action = policy.actions().get(id);
            if (action == null) {
                // The policy names an action that it does not have: what happens without policies happens.
                LOG.log(
                        Level.WARNING,
                        "fault policy {0} has no action {1}: {2}/{3} goes on as without policies",
                        policy.id(),
                        id,
                        site.component(),
                        site.link());
                return FaultDecision.NONE;
            }
            if (action instanceof FaultAction.Retry retry) {
                return repeat(id, retry, 0, hops);
            }
            if (action instanceof FaultAction.Java java) {
                return follow(run(id, java), hops + 1);
            }
            if (action instanceof FaultAction.Rethrow) {
                return end(Kind.RETHROW, id);
            }
            if (action instanceof FaultAction.Abort) {
                return end(Kind.ABORT, id);
            }
            return end(action instanceof FaultAction.ReplayScope ? Kind.REPLAY_SCOPE : Kind.HUMAN_INTERVENTION, id);
        }

        private FaultDecision repeat(String id, FaultAction.Retry retry, int used, int hops) {
            if (used >= retry.count()) {
                return follow(retry.onFailure(), hops + 1);
            }
            RetryState next = new RetryState(policy.id(), entry, id, used + 1);
            return new FaultDecision(Kind.RETRY, policy.id(), id + remarks, retry.pause(used), next.encode());
        }

        private String run(String id, FaultAction.Java java) {
            if (java.code() instanceof MissingRecovery missing) {
                remarks.append(" (")
                        .append(missing.className())
                        .append(" of action ")
                        .append(id)
                        .append(" is not there)");
            }
            String value = null;
            try {
                value = java.code()
                        .faulted(new FaultRecovery.Context(
                                policy.id(),
                                site.component(),
                                site.link(),
                                fault.name().toString(),
                                fault.reason(),
                                fault.texts(),
                                java.properties()));
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "the Java action " + id + " of fault policy " + policy.id() + " failed", e);
            }
            return value == null ? java.otherwise() : java.next().getOrDefault(value, java.otherwise());
        }

        private FaultDecision end(Kind kind, String action) {
            return new FaultDecision(kind, policy.id(), action + remarks, Duration.ZERO, null);
        }
    }
}
