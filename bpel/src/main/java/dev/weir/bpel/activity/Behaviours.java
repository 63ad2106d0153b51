package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import java.util.Map;

/** Which behaviour each activity has. */
final class Behaviours {
    private static final Map<Class<? extends Node>, Behaviour<?>> ALL = Map.ofEntries(
            Map.entry(Node.Assign.class, new Assign()),
            Map.entry(Node.Compensate.class, new Compensate()),
            Map.entry(Node.Dehydrate.class, new Dehydrate()),
            Map.entry(Node.Empty.class, new Empty()),
            Map.entry(Node.EventAlarm.class, new EventAlarm()),
            Map.entry(Node.OnEvent.class, new OnEvent()),
            Map.entry(Node.Exit.class, new Exit()),
            Map.entry(Node.Flow.class, new Flow()),
            Map.entry(Node.ForEach.class, new ForEach()),
            Map.entry(Node.If.class, new If()),
            Map.entry(Node.Invoke.class, new Invoke()),
            Map.entry(Node.Pick.class, new Pick()),
            Map.entry(Node.Receive.class, new Receive()),
            Map.entry(Node.ReceiveSignal.class, new ReceiveSignal()),
            Map.entry(Node.RepeatUntil.class, new RepeatUntil()),
            Map.entry(Node.Reply.class, new Reply()),
            Map.entry(Node.Rethrow.class, new Rethrow()),
            Map.entry(Node.Scope.class, new Scope()),
            Map.entry(Node.Sequence.class, new Sequence()),
            Map.entry(Node.Signal.class, new Signal()),
            Map.entry(Node.Throw.class, new Throw()),
            Map.entry(Node.Validate.class, new Validate()),
            Map.entry(Node.Wait.class, new Wait()),
            Map.entry(Node.While.class, new While()));

    private Behaviours() {}

    @SuppressWarnings("unchecked")
    static <N extends Node> Behaviour<N> of(N node) {
        Behaviour<?> behaviour = ALL.get(node.getClass());
        if (behaviour == null) {
            throw new IllegalStateException("no behaviour for " + node.getClass());
        }
        return (Behaviour<N>) behaviour;
    }
}
