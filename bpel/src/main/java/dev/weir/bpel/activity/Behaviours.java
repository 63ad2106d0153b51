package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import java.util.Map;

/** The registry of behaviours, by the node that an activity was compiled to. */
public final class Behaviours {
    private static final Map<Class<? extends Node>, Behaviour<?>> ALL = Map.ofEntries(
            Map.entry(Node.Assign.class, new AssignBehaviour()),
            Map.entry(Node.Compensate.class, new CompensateBehaviour()),
            Map.entry(Node.Dehydrate.class, new DehydrateBehaviour()),
            Map.entry(Node.Empty.class, new EmptyBehaviour()),
            Map.entry(Node.EventAlarm.class, new EventAlarmBehaviour()),
            Map.entry(Node.OnEvent.class, new OnEventBehaviour()),
            Map.entry(Node.Exit.class, new ExitBehaviour()),
            Map.entry(Node.Flow.class, new FlowBehaviour()),
            Map.entry(Node.ForEach.class, new ForEachBehaviour()),
            Map.entry(Node.If.class, new IfBehaviour()),
            Map.entry(Node.Invoke.class, new InvokeBehaviour()),
            Map.entry(Node.Java.class, new JavaBehaviour()),
            Map.entry(Node.Pick.class, new PickBehaviour()),
            Map.entry(Node.Receive.class, new ReceiveBehaviour()),
            Map.entry(Node.ReceiveSignal.class, new ReceiveSignalBehaviour()),
            Map.entry(Node.RepeatUntil.class, new RepeatUntilBehaviour()),
            Map.entry(Node.Replay.class, new ReplayBehaviour()),
            Map.entry(Node.Reply.class, new ReplyBehaviour()),
            Map.entry(Node.Rethrow.class, new RethrowBehaviour()),
            Map.entry(Node.Scope.class, new ScopeBehaviour()),
            Map.entry(Node.Sequence.class, new SequenceBehaviour()),
            Map.entry(Node.Signal.class, new SignalBehaviour()),
            Map.entry(Node.Assert.class, new AssertBehaviour()),
            Map.entry(Node.Throw.class, new ThrowBehaviour()),
            Map.entry(Node.Unavailable.class, new UnavailableBehaviour()),
            Map.entry(Node.Validate.class, new ValidateBehaviour()),
            Map.entry(Node.Wait.class, new WaitBehaviour()),
            Map.entry(Node.While.class, new WhileBehaviour()));

    private Behaviours() {}

    @SuppressWarnings("unchecked")
    public static <N extends Node> Behaviour<N> of(N node) {
        Behaviour<?> behaviour = ALL.get(node.getClass());
        if (behaviour == null) {
            throw new IllegalStateException("no behaviour for " + node.getClass());
        }
        return (Behaviour<N>) behaviour;
    }
}
