package dev.weir.composite.dispatch;

import dev.weir.composite.delivery.ComponentVersions;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.Store.RouteOutcome;
import dev.weir.wsdl.MessageValue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Messages whose senders named no revision and that no instance has taken yet. They have the keys of the revisions that
 * took messages when they came; an instance of one that is deployed or started later may be the one that waits. They are
 * found by a key that no instance waits under, which they have for their component in whatever revision.
 *
 * <p>A message that is being accepted at the very moment may be missed; it waits for the next deployment or start.
 */
public final class MessagesWithoutRevision {
    private static final Logger LOG = System.getLogger(MessagesWithoutRevision.class.getName());

    private final Store store;
    private final ComponentVersions versions;

    public MessagesWithoutRevision(Store store, ComponentVersions versions) {
        this.store = store;
        this.versions = versions;
    }

    /** The key of those for a component; unlike all keys of instances, which begin otherwise. */
    public static String key(ComponentId component) {
        return "any:" + component.composite().composite() + "/" + component.name();
    }

    /**
     * Lets the instances of a revision have those that they wait for and that came to other revisions: those that came to
     * this one have keys by its files of then, until an operator decides otherwise. Returns when that is stored; blocks, so not for
     * threads of the store. Of several calls one runs after the other: each adds to the keys that it finds.
     *
     * @param components of the revision
     * @throws dev.weir.store.StoreException if the store fails
     */
    public synchronized void offer(CompositeRevision revision, Collection<String> components) {
        for (String name : components) {
            ComponentId component = revision.component(name);
            List<Long> waiting = store.messagesWaiting(key(component));
            if (waiting.isEmpty() || versions.isStopped(revision)) {
                continue;
            }
            List<DeployedComponent> all = versions.all(component);
            for (long id : waiting) {
                store.undeliveredMessage(id)
                        .filter(message -> !message.component().composite().equals(revision))
                        .ifPresent(message -> offer(message, component, all));
            }
        }
    }

    private void offer(Message message, ComponentId component, List<DeployedComponent> versions) {
        MessageValue content = MessageValue.fromBytes(message.payload());
        Set<String> keys = new LinkedHashSet<>(message.keys());
        versions.forEach(version -> keys.addAll(version.keys(message, content)));
        if (keys.size() == message.keys().size()) {
            return;
        }
        RouteOutcome outcome = store.routeAgain(
                        message.toBuilder().keys(List.copyOf(keys)).build(), "", List.of())
                .join();
        if (outcome == RouteOutcome.DELIVERED) {
            LOG.log(
                    Level.INFO,
                    "message " + message.id() + ", which named no revision, went to an instance of " + component
                            + " that had waited for it");
        }
    }
}
