package dev.weir.bpel.instance;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.bpel.graph.Variable;
import dev.weir.store.CallKey;
import dev.weir.store.StateRows;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
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

    private final ProcessGraph graph;
    private final StateRows rows;
    private final TreeMap<Integer, ActivityInstance> active = new TreeMap<>();
    private final List<OpenRequest> requests = new ArrayList<>();
    private final Map<Integer, ScopeState> scopes = new HashMap<>();
    private final Map<VariableKey, VariableValue> values = new HashMap<>();
    private final Map<Integer, CompletedScope> completed = new HashMap<>();
    private final Set<Integer> changedCompleted = new TreeSet<>();
    private final Set<Integer> changedScopes = new HashSet<>();
    private final Set<Integer> changedFaults = new HashSet<>();
    private final Set<VariableKey> changedValues = new HashSet<>();
    private final Set<String> removed = new TreeSet<>();
    private final Map<Integer, Detail> newDetails = new TreeMap<>();
    private @Nullable Coordination coordination;
    private boolean coordinationChanged;
    private long span;
    private long origin;
    private int nextActivity = 1;
    private int nextCall = 1;
    private boolean suspended;

    private Instance(ProcessGraph graph, StateRows rows) {
        this.graph = graph;
        this.rows = rows;
    }

    /** An instance that does not exist yet. */
    public static Instance fresh(ProcessGraph graph) {
        return new Instance(graph, StateRows.NONE);
    }

    /** @throws RowException when the rows do not hold an instance of this process */
    public static Instance stored(ProcessGraph graph, StateRows rows) {
        Instance instance = new Instance(graph, rows);
        byte[] control = rows.get(InstanceRows.CONTROL);
        if (control == null) {
            throw new RowException("the state row " + InstanceRows.CONTROL + " is missing");
        }
        InstanceRows.readControl(control, instance);
        return instance;
    }

    // What holds

    /** True while an operator holds it: nothing goes on until it is resumed. */
    public boolean suspended() {
        return suspended;
    }

    public ProcessGraph graph() {
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

    /**
     * The scope of a scope node that encloses an activity (or is it): where its declarations have their values. In a
     * compensation handler it may be one that has completed.
     */
    public int scopeOf(ActivityInstance activity, int scopeNode) {
        int id = activity.id();
        int node = activity.node();
        int around = activity.scope();
        while (node != scopeNode) {
            id = around;
            ActivityInstance scope = active.get(id);
            CompletedScope kept = scope == null ? completed(id) : null;
            if (scope != null) {
                node = scope.node();
                around = scope.scope();
            } else if (kept != null) {
                node = kept.node();
                around = kept.scope();
            } else {
                throw new IllegalStateException("activity " + activity.id() + " is in no scope " + scopeNode);
            }
        }
        return id;
    }

    /** True if a scope in this one has completed and may be compensated. */
    public boolean hasCompleted(int scope) {
        return scope(scope).lastCompleted != 0;
    }

    /** The scope in another that completed last and is not compensated yet; null where there is none. */
    public @Nullable CompletedScope lastCompleted(int scope) {
        return lastCompleted(scope, null);
    }

    /** The same, of those of one node. */
    public @Nullable CompletedScope lastCompleted(int scope, @Nullable Integer node) {
        CompletedScope each = completed(scope(scope).lastCompleted);
        while (each != null && (each.compensating() || node != null && each.node() != node)) {
            each = completed(each.previous());
        }
        return each;
    }

    private @Nullable CompletedScope completed(int id) {
        CompletedScope known = completed.get(id);
        byte[] row = known != null || id == 0 ? null : rows.get(InstanceRows.completed(id));
        if (row == null) {
            return known;
        }
        if (removed.contains(InstanceRows.completed(id))) {
            return null;
        }
        CompletedScope read = InstanceRows.readCompleted(id, row);
        if (read.node() >= graph.nodes().size() || !(graph.node(read.node()) instanceof Node.Scope)) {
            throw new RowException("the process has no scope " + read.node());
        }
        completed.put(id, read);
        return read;
    }

    public List<OpenRequest> requests() {
        return Collections.unmodifiableList(requests);
    }

    /** A variable's value, or null where it has none. */
    public @Nullable VariableValue value(int scope, int variable) {
        VariableKey key = new VariableKey(scope, variable);
        VariableValue value = values.get(key);
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
        if (found != null) {
            return found.stored();
        }
        CompletedScope kept = completed(activity);
        return kept != null && kept.stored();
    }

    private ScopeState scope(int id) {
        ScopeState scope = scopes.get(id);
        if (scope == null) {
            byte[] row = isStored(id) ? rows.get(InstanceRows.scope(id)) : null;
            byte[] data = row == null ? null : rows.get(InstanceRows.faultData(id));
            scope = row == null
                    ? new ScopeState()
                    : InstanceRows.readScope(
                            id, row, data == null ? null : InstanceRows.readValue(InstanceRows.faultData(id), data));
            scopes.put(id, scope);
        }
        return scope;
    }

    /** The key of the call by which a master made this instance its detail; null where none did. */
    public @Nullable String master() {
        return coordination().master;
    }

    /** All details that this instance has made, in order. */
    public List<Detail> details() {
        List<Detail> all = new ArrayList<>();
        for (int index = 0; index < coordination().details; index++) {
            Detail known = newDetails.get(index);
            byte[] row = known == null ? rows.get(InstanceRows.detail(index)) : null;
            if (known == null && row == null) {
                throw new RowException("the state row " + InstanceRows.detail(index) + " is missing");
            }
            all.add(known != null || row == null ? known : InstanceRows.readDetail(index, row));
        }
        return all;
    }

    /** The labels that were signalled before there was any detail. */
    public Set<String> earlySignals() {
        return Collections.unmodifiableSet(coordination().early);
    }

    private Coordination coordination() {
        Coordination known = coordination;
        if (known == null) {
            byte[] row = rows.get(InstanceRows.COORDINATION);
            known = row == null ? new Coordination() : InstanceRows.readCoordination(row);
            coordination = known;
        }
        return known;
    }

    // What events change

    public void detailOf(String call) {
        coordination().master = call;
        coordinationChanged = true;
    }

    public void addDetail(CallKey call, String label) {
        Coordination state = coordination();
        newDetails.put(state.details, new Detail(state.details, call, label));
        state.details++;
        coordinationChanged = true;
    }

    public void keepSignal(String label) {
        coordinationChanged |= coordination().early.add(label);
    }

    public void created(long ownSpan, long originSpan) {
        span = ownSpan;
        origin = originSpan;
    }

    public void suspend(boolean hold) {
        suspended = hold;
    }

    void restoreSuspended(boolean was) {
        suspended = was;
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
                new ActivityPlace(id, node, scope, activitySpan),
                parent,
                Phase.READY,
                new long[0],
                ActivityInstance.NOTHING,
                false));
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
            forgetInside(id, scope);
            drop(id, activity.stored(), scope);
        }
        leave(activity);
    }

    private void leave(ActivityInstance activity) {
        active.remove(activity.id());
        ActivityInstance parent = active.get(activity.parent());
        if (parent != null) {
            parent.countChild(-1);
        }
    }

    /** Ends a scope, and keeps what it holds for its compensation. */
    public void keep(int id) {
        ActivityInstance activity = get(id);
        ScopeState around = scope(activity.scope());
        completed.put(id, new CompletedScope(activity.place(), around.lastCompleted, false, activity.stored()));
        changedCompleted.add(id);
        around.lastCompleted = id;
        changedScopes.add(activity.scope());
        leave(activity);
    }

    private CompletedScope kept(int id) {
        CompletedScope kept = completed(id);
        if (kept == null) {
            throw new RowException("scope " + id + " is not kept for compensation");
        }
        return kept;
    }

    private void change(CompletedScope changed) {
        completed.put(changed.id(), changed);
        changedCompleted.add(changed.id());
    }

    public void compensating(int id) {
        change(kept(id).beingCompensated());
    }

    /** Removes a completed scope, and all that completed in it. */
    public void forget(int id) {
        CompletedScope scope = kept(id);
        ScopeState around = scope(scope.scope());
        if (around.lastCompleted == id) {
            around.lastCompleted = scope.previous();
            changedScopes.add(scope.scope());
        } else {
            CompletedScope later = kept(around.lastCompleted);
            while (later.previous() != id) {
                later = kept(later.previous());
            }
            change(later.after(scope.previous()));
        }
        forgetInside(id, (Node.Scope) graph.node(scope.node()));
        drop(scope);
    }

    private void forgetInside(int id, Node.Scope scope) {
        if (scope.defaultCompensation() == null) {
            return;
        }
        Deque<Integer> chains = new ArrayDeque<>();
        chains.push(scope(id).lastCompleted);
        while (!chains.isEmpty()) {
            CompletedScope each = completed(chains.pop());
            if (each != null) {
                chains.push(each.previous());
                if (((Node.Scope) graph.node(each.node())).defaultCompensation() != null) {
                    chains.push(scope(each.id()).lastCompleted);
                }
                drop(each);
            }
        }
    }

    private void drop(CompletedScope kept) {
        drop(kept.id(), kept.stored(), (Node.Scope) graph.node(kept.node()));
        completed.remove(kept.id());
        changedCompleted.remove(kept.id());
        if (kept.stored()) {
            removed.add(InstanceRows.completed(kept.id()));
        }
    }

    private void drop(int id, boolean stored, Node.Scope scope) {
        scopes.remove(id);
        changedScopes.remove(id);
        changedFaults.remove(id);
        if (stored) {
            removed.add(InstanceRows.scope(id));
            removed.add(InstanceRows.faultData(id));
        }
        for (Variable variable : scope.variables()) {
            VariableKey key = new VariableKey(id, variable.id());
            values.remove(key);
            changedValues.remove(key);
            if (stored) {
                removed.add(InstanceRows.variable(id, variable.id()));
            }
        }
    }

    public void set(int scope, int variable, VariableValue value) {
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

    // Changes for the store

    /** The rows that changed, by name. */
    public Map<String, byte[]> changedRows() {
        Map<String, byte[]> put = new TreeMap<>();
        put.put(InstanceRows.CONTROL, InstanceRows.control(this));
        if (coordinationChanged) {
            put.put(InstanceRows.COORDINATION, InstanceRows.coordination(coordination()));
            newDetails.forEach((index, detail) -> put.put(InstanceRows.detail(index), InstanceRows.detail(detail)));
        }
        for (int scope : changedScopes) {
            put.put(InstanceRows.scope(scope), InstanceRows.scope(scope(scope)));
        }
        for (int scope : changedCompleted) {
            put.put(InstanceRows.completed(scope), InstanceRows.completed(kept(scope)));
        }
        for (int scope : changedFaults) {
            Fault fault = scope(scope).fault;
            VariableValue data = fault == null ? null : fault.data();
            if (data != null) {
                put.put(InstanceRows.faultData(scope), InstanceRows.value(data));
            }
        }
        for (VariableKey key : changedValues) {
            VariableValue value = values.get(key);
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
