package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.Detail;
import dev.weir.bpel.instance.SubscriptionName;
import dev.weir.store.Message;
import dev.weir.store.Subscription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Waits for a signal of the master, or for one of each detail that there is when the wait begins. The numbers that it
 * keeps are the details whose signal has not come yet.
 */
final class ReceiveSignalBehaviour implements Behaviour<Node.ReceiveSignal> {
    @Override
    public void start(StepContext step, ActivityInstance self, Node.ReceiveSignal node) {
        if (node.fromDetails()) {
            long[] missing = Signals.details(step.instance(), node.label()).stream()
                    .mapToLong(Detail::index)
                    .toArray();
            await(step, self, node, missing);
        } else {
            String key = Signals.fromMaster(Signals.master(step.instance()), node.label());
            await(step, self, node, List.of(new Subscription(name(self, 0), key)));
        }
    }

    @Override
    public void messageArrived(
            StepContext step, ActivityInstance self, Node.ReceiveSignal node, int branch, Message message) {
        if (node.fromDetails()) {
            long[] missing = Arrays.stream(self.registers())
                    .filter(detail -> detail != branch)
                    .toArray();
            await(step, self, node, missing);
        } else {
            step.complete(self, node.label() + " from the master");
        }
    }

    private static void await(StepContext step, ActivityInstance self, Node.ReceiveSignal node, long[] missing) {
        if (missing.length == 0) {
            step.complete(self, node.label() + " from all details");
            return;
        }
        step.setRegisters(self, missing);
        List<Detail> details = step.instance().details();
        List<Subscription> subscriptions = new ArrayList<>(missing.length);
        for (long index : missing) {
            Detail detail = details.get((int) index);
            subscriptions.add(new Subscription(
                    name(self, detail.index()), Signals.toMaster(detail.call().toString(), node.label())));
        }
        await(step, self, node, subscriptions);
    }

    private static void await(
            StepContext step, ActivityInstance self, Node.ReceiveSignal node, List<Subscription> subscriptions) {
        step.await(
                self,
                new Awaited(List.copyOf(subscriptions), List.of(), null),
                List.of(),
                node.label() + " of " + subscriptions.size());
    }

    /** The branch that a message is for is the detail that sent it. */
    private static String name(ActivityInstance self, int detail) {
        return new SubscriptionName(self.id(), detail).toString();
    }
}
