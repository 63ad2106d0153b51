package dev.weir.bpel.step;

import dev.weir.bpel.activity.ReceiveSubscriptions;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.Instance;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.Message;
import dev.weir.store.Subscription;
import dev.weir.store.Timer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What has come to an instance and is not taken yet: messages, perhaps the one that starts it, and alarms that are due. */
final class Inbox {
    private final Instance instance;
    private final Effects effects;
    private final List<Message> pending;
    private final List<Timer> due;
    private final @Nullable Message creator;

    /**
     * What goes to an activity that waits for it.
     *
     * @param branch which of the messages, or of the alarms, of the activity it is
     * @param message null for an alarm
     * @param ambiguous true if another activity waits for the message too
     */
    record Delivery(
            ActivityInstance activity, int branch, @Nullable Message message, boolean ambiguous) {}

    Inbox(ClaimedInstance work, Instance instance, Effects effects) {
        this.instance = instance;
        this.effects = effects;
        this.pending = new ArrayList<>(work.messages());
        this.due = new ArrayList<>(work.timers());
        this.creator = creator(work);
    }

    private static @Nullable Message creator(ClaimedInstance work) {
        List<Message> messages = work.messages();
        for (Message message : messages) {
            if (message.creates() == work.instance()) {
                return message;
            }
        }
        return messages.isEmpty() || !work.isNew() ? null : messages.get(0);
    }

    /** The message that starts the instance; null once an earlier step has taken it. */
    @Nullable Message creator() {
        return creator;
    }

    /** True as long as that message has not been taken. */
    boolean holdsCreator() {
        return creator != null && pending.contains(creator);
    }

    /** True if it is there, and of an operation. */
    boolean holdsCreator(PartnerLink link, String operation) {
        return creator != null
                && holdsCreator()
                && creator.partnerLink().equals(link.name())
                && creator.operation().equals(operation);
    }

    /** True if a message with a key is there. */
    boolean holds(String key) {
        return pending.stream().anyMatch(message -> message.keys().contains(key));
    }

    /** Messages that carry operators' commands, in order. */
    List<Message> commands() {
        return pending.stream()
                .filter(message -> OperatorCommand.of(message) != null)
                .toList();
    }

    void take(Message message) {
        pending.remove(message);
        effects.consume(message);
    }

    /** Takes all that has come for receiving activities: no replies to calls, no commands, no signals. */
    List<Message> takeReceived() {
        List<Message> received = pending.stream()
                .filter(message -> !message.isSignal() && OperatorCommand.of(message) == null)
                .filter(message -> message.replyTo() != null || !message.keys().isEmpty())
                .toList();
        received.forEach(this::take);
        return received;
    }

    /** A reply whose invoke was stopped meanwhile is of no use to anyone. */
    void discardStrayReplies() {
        Set<String> awaited = new HashSet<>();
        for (ActivityInstance activity : instance.active()) {
            CallKey call = activity.awaited().call();
            if (call != null) {
                awaited.add(call.toString());
            }
        }
        pending.removeIf(message -> {
            boolean stray = message != creator && message.keys().isEmpty() && !awaited.contains(message.conversation());
            if (stray) {
                effects.consume(message);
            }
            return stray;
        });
    }

    /** Takes the first message or alarm that some activity waits for; null where there is none. */
    @Nullable Delivery next() {
        for (Message message : pending) {
            for (ActivityInstance self : instance.active()) {
                int branch = branchFor(message, self);
                if (branch >= 0) {
                    take(message);
                    return new Delivery(self, branch, message, isAwaitedByOthers(message, self));
                }
            }
        }
        for (Timer timer : due) {
            for (ActivityInstance self : instance.active()) {
                int branch = self.awaited().timers().indexOf(timer.name());
                if (branch >= 0) {
                    due.remove(timer);
                    return new Delivery(self, branch, null, false);
                }
            }
        }
        return null;
    }

    private boolean isAwaitedByOthers(Message message, ActivityInstance self) {
        return !message.isSignal()
                && instance.active().stream().anyMatch(other -> other != self && branchFor(message, other) >= 0);
    }

    /** Which of the messages that an activity waits for this one is; -1 for none. */
    private int branchFor(Message message, ActivityInstance self) {
        Awaited awaited = self.awaited();
        CallKey call = awaited.call();
        if (call != null) {
            return message.answers(call) ? 0 : -1;
        }
        for (Subscription subscription : awaited.messages()) {
            boolean wanted = subscription.key().equals(ReceiveSubscriptions.CREATOR)
                    ? message == creator && ReceiveSubscriptions.fits(message, instance.node(self), subscription)
                    : message.keys().contains(subscription.key());
            if (wanted) {
                return ReceiveSubscriptions.branch(subscription);
            }
        }
        return -1;
    }
}
