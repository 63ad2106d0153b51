package dev.weir.bpel.instance;

import dev.weir.store.CallKey;
import dev.weir.store.Subscription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One activity that is active in an instance: in a loop, every turn has its own. */
public final class ActivityInstance {
    /** Nothing is waited for. */
    public static final Awaited NOTHING = new Awaited(List.of(), List.of(), null);

    /** @param call the call whose reply is waited for */
    public record Awaited(
            List<Subscription> messages,
            List<String> timers,
            @Nullable CallKey call) {}

    private final int id;
    private final int node;
    private final int parent;
    private final int scope;
    private final long span;
    private final boolean stored;
    private Phase phase;
    private long[] registers;
    private Awaited awaited;
    private int children;

    ActivityInstance(ActivityPlace place, int parent, Phase phase, long[] registers, Awaited awaited, boolean stored) {
        this.id = place.id();
        this.node = place.node();
        this.parent = parent;
        this.scope = place.scope();
        this.span = place.span();
        this.phase = phase;
        this.registers = registers;
        this.awaited = awaited;
        this.stored = stored;
    }

    ActivityPlace place() {
        return new ActivityPlace(id, node, scope, span);
    }

    /** Unique in the instance, ascending. */
    public int id() {
        return id;
    }

    /** The activity in the graph. */
    public int node() {
        return node;
    }

    /** The id of the active activity around it; 0 for the process. */
    public int parent() {
        return parent;
    }

    /** The id of the active scope around it; 0 for the process. */
    public int scope() {
        return scope;
    }

    /** Its span in the audit. */
    public long span() {
        return span;
    }

    public Phase phase() {
        return phase;
    }

    /** Numbers that the activity keeps: a position, a counter. */
    public long register(int index) {
        if (index >= registers.length) {
            throw new RowException("activity " + id + " has not stored its number " + index);
        }
        return registers[index];
    }

    public Awaited awaited() {
        return awaited;
    }

    /** How many of its children are active. */
    public int children() {
        return children;
    }

    /** True if it was active before this step. */
    boolean stored() {
        return stored;
    }

    /** A copy of those numbers. */
    public long[] registers() {
        return registers.clone();
    }

    void enter(Phase next) {
        if (!phase.mayBecome(next)) {
            throw new IllegalStateException("activity " + id + " cannot go from " + phase + " to " + next);
        }
        phase = next;
    }

    void note(long[] noted) {
        registers = noted;
    }

    void await(Awaited what) {
        awaited = what;
    }

    void countChild(int change) {
        children += change;
    }
}
