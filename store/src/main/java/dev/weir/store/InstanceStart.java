package dev.weir.store;

/**
 * A message together with the first step of the instance that it creates.
 *
 * @param inbound has a message that creates an instance
 * @param firstStep of that instance, at version 0
 */
public record InstanceStart(InboundMessage inbound, Transition firstStep) {
    public InstanceStart {
        Message message = inbound.message();
        if (message == null || message.creates() == 0) {
            throw new IllegalArgumentException("the message must create an instance: " + message);
        }
        ClaimedInstance claimed = firstStep.claimed();
        if (claimed.instance() != message.creates() || !claimed.isNew()) {
            throw new IllegalArgumentException("the step must be the first of the instance that the message creates: "
                    + message.creates() + ", claimed=" + claimed.instance() + " version " + claimed.version());
        }
    }
}
