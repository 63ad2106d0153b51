package dev.weir.bpel.instance;

import dev.weir.bpel.graph.Graph;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Variable;
import dev.weir.store.StateRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The state of one instance during one step: a set of active activities, and what their scopes hold. The control row is
 * read at once; scopes and variables when they are first touched; and only what changed is written back, so that the
 * cost of a step does not depend on what it leaves alone.
 *
 * <p>Changes come from the events in {@code dev.weir.bpel.event} only. One thread at a time.
 */
public final class Instance {
    private record VariableKey(int scope, int variable) {}

    private final Graph graph;
    private final StateRows rows;
    private final TreeMap<Integer, ActivityInstance> active = new TreeMap<>();
    private final List<OpenRequest> requests = new ArrayList<>();
    private final Map<Integer, ScopeValue> scopes = new HashMap<>();
    private final Map<VariableKey, Value> values = new HashMap<>();
    private final Set<Integer> changedScopes = new HashSet<>();
    private final Set<Integer> changedFaults = new HashSet<>();
    private final Set<VariableKey> changedValues = new HashSet<>();
    private final Set<String> removed = new TreeSet<>();
    private long span;
    private long origin;
    private int nextActivity = 1;
    private int nextCall = 1;

    private Instance(Graph graph, StateRows rows) {
        this.graph = graph;
        this.rows = rows;
    }

    /** An instance that does not exist yet. */
    public static Instance fresh(Graph graph) {
        return new Instance(graph, StateRows.NONE);
    }

    /** @throws RowException when the rows do not hold an instance of this process */
    public static Instance stored(Graph graph, StateRows rows) {
        Instance instance = new Instance(graph, rows);
        byte[] control = rows.get(InstanceRows.CONTROL);
        if (control == null) {
            throw new RowException("the state row " + InstanceRows.CONTROL + " is missing");
        }
        InstanceRows.readControl(control, instance);
        return instance;
    }

    // What holds

    public Graph graph() {
        return graph;
    }

    /** The instance's own span in the audit. */
    public long span() {
        return span;
    }

    /** The span under which the instance was created. */
    public long origin() {
        return origin;
    }

    /** The id of the next activity to become active. */
    public int nextActivity() {
        return nextActivity;
    }

    /** The number of the next call. */
    public int nextCall() {
        return nextCall;
    }

    /** The active activities in the order in which they became active: parents before children. */
    public Collection<ActivityInstance> active() {
        return Collections.unmodifiableCollection(active.values());
    }

    /** An active activity, or null where it has ended. */
    public @Nullable ActivityInstance find(int id) {
        return active.get(id);
    }

    public ActivityInstance get(int id) {
        ActivityInstance activity = active.get(id);
        if (activity == null) {
            throw new IllegalStateException("activity " + id + " is not active");
        }
        return activity;
    }

    public Node node(ActivityInstance activity) {
        return graph.node(activity.node());
    }

    /** The active activities inside of one, parents before children. */
    public List<ActivityInstance> inside(ActivityInstance activity) {
        Set<Integer> ids = new HashSet<>();
        ids.add(activity.id());
        List<ActivityInstance> inside = new ArrayList<>();
        for (ActivityInstance other : active.tailMap(activity.id(), false).values()) {
            if (ids.contains(other.parent())) {
                ids.add(other.id());
                inside.add(other);
            }
        }
        return inside;
    }

    /** The active scope of a scope node that encloses an activity (or is it): where its declarations have their values. */
    public int scopeOf(ActivityInstance activity, int scopeNode) {
        ActivityInstance scope = activity;
        while (scope.node() != scopeNode) {
            scope = get(scope.scope());
        }
        return scope.id();
    }

    public List<OpenRequest> requests() {
        return Collections.unmodifiableList(requests);
    }

    /** A variable's value, or null where it has none. */
    public @Nullable Value value(int scope, int variable) {
        VariableKey key = new VariableKey(scope, variable);
        Value value = values.get(key);
        if (value == null && !values.containsKey(key)) {
            String name = InstanceRows.variable(scope, variable);
            byte[] row = isStored(scope) ? rows.get(name) : null;
            value = row == null ? null : InstanceRows.readValue(name, row);
            if (value != null) {
                values.put(key, value);
            }
        }
        return value;
    }

    /** The values of a correlation set, or null before it is initiated. */
    public @Nullable List<String> correlation(int scope, int set) {
        return scope(scope).correlations.get(set);
    }

    public PartnerLinkValue partnerLink(int scope, int link) {
        return scope(scope).partnerLinks.getOrDefault(link, PartnerLinkValue.UNKNOWN);
    }

    /** The fault that a scope has while it is faulting or handles it. */
    public @Nullable Fault fault(int scope) {
        return scope(scope).fault;
    }

    private boolean isStored(int activity) {
        ActivityInstance found = active.get(activity);
        return found != null && found.stored();
    }

    private ScopeValue scope(int id) {
        ScopeValue scope = scopes.get(id);
        if (scope == null) {
            byte[] row = isStored(id) ? rows.get(InstanceRows.scope(id)) : null;
            byte[] data = row == null ? null : rows.get(InstanceRows.faultData(id));
            scope = row == null
                    ? new ScopeValue()
                    : InstanceRows.readScope(
                            id, row, data == null ? null : InstanceRows.readValue(InstanceRows.faultData(id), data));
            scopes.put(id, scope);
        }
        return scope;
    }

    // What events change

    public void created(long ownSpan, long originSpan) {
        span = ownSpan;
        origin = originSpan;
    }

    void counters(int activities, int calls) {
        nextActivity = activities;
        nextCall = calls;
    }

    public void called(int number) {
        nextCall = number + 1;
    }

    /** Makes an activity active, in the phase READY. */
    public void activate(int id, int node, int parent, int scope, long activitySpan) {
        nextActivity = Math.max(nextActivity, id + 1);
        add(new ActivityInstance(
                id, node, parent, scope, activitySpan, Phase.READY, new long[0], ActivityInstance.NOTHING, false));
    }

    void add(ActivityInstance activity) {
        if (activity.node() < 0 || activity.node() >= graph.nodes().size()) {
            throw new RowException("the process has no activity " + activity.node());
        }
        active.put(activity.id(), activity);
        ActivityInstance parent = active.get(activity.parent());
        if (parent != null) {
            parent.countChild(1);
        }
    }

    public void enter(int id, Phase phase) {
        get(id).enter(phase);
    }

    public void note(int id, long[] registers) {
        get(id).note(registers.clone());
    }

    public void await(int id, ActivityInstance.Awaited awaited) {
        get(id).await(awaited);
    }

    /** Ends an activity; a scope's values go with it. */
    public void end(int id) {
        ActivityInstance activity = get(id);
        if (graph.node(activity.node()) instanceof Node.Scope scope) {
            drop(activity, scope);
        }
        active.remove(id);
        ActivityInstance parent = active.get(activity.parent());
        if (parent != null) {
            parent.countChild(-1);
        }
    }

    private void drop(ActivityInstance activity, Node.Scope scope) {
        int id = activity.id();
        scopes.remove(id);
        changedScopes.remove(id);
        changedFaults.remove(id);
        if (activity.stored()) {
            removed.add(InstanceRows.scope(id));
            removed.add(InstanceRows.faultData(id));
        }
        for (Variable variable : scope.variables()) {
            VariableKey key = new VariableKey(id, variable.id());
            values.remove(key);
            changedValues.remove(key);
            if (activity.stored()) {
                removed.add(InstanceRows.variable(id, variable.id()));
            }
        }
    }

    public void set(int scope, int variable, Value value) {
        VariableKey key = new VariableKey(scope, variable);
        values.put(key, value);
        changedValues.add(key);
    }

    public void correlate(int scope, int set, List<String> correlationValues) {
        scope(scope).correlations.put(set, correlationValues);
        changedScopes.add(scope);
    }

    public void link(int scope, int link, PartnerLinkValue value) {
        scope(scope).partnerLinks.put(link, value);
        changedScopes.add(scope);
    }

    public void fault(int scope, Fault fault) {
        scope(scope).fault = fault;
        changedScopes.add(scope);
        changedFaults.add(scope);
    }

    public void open(OpenRequest request) {
        requests.add(request);
    }

    public void close(OpenRequest request) {
        requests.remove(request);
    }

    // What is to be stored

    /** The rows that changed, by name. */
    public Map<String, byte[]> changedRows() {
        Map<String, byte[]> put = new TreeMap<>();
        put.put(InstanceRows.CONTROL, InstanceRows.control(this));
        for (int scope : changedScopes) {
            put.put(InstanceRows.scope(scope), InstanceRows.scope(scope(scope)));
        }
        for (int scope : changedFaults) {
            Fault fault = scope(scope).fault;
            Value data = fault == null ? null : fault.data();
            if (data != null) {
                put.put(InstanceRows.faultData(scope), InstanceRows.value(data));
            }
        }
        for (VariableKey key : changedValues) {
            Value value = values.get(key);
            if (value != null) {
                put.put(InstanceRows.variable(key.scope(), key.variable()), InstanceRows.value(value));
            }
        }
        return put;
    }

    /** The names of rows that are gone. */
    public Set<String> removedRows() {
        return Collections.unmodifiableSet(removed);
    }
}
