package dev.weir.store;

/**
 * A message and, with it, the first step of the instance that it creates.
 *
 * @param inbound with a message that creates an instance
 * @param firstStep the step; its work is of that instance, in version 0
 */
public record InstanceStart(InboundMessage inbound, Transition firstStep) {
    public InstanceStart {
        Message message = inbound.message();
        if (message == null || message.creates() == 0) {
            throw new IllegalArgumentException("the intake must have a message that creates an instance: " + message);
        }
        if (firstStep.claimed().instance() != message.creates()
                || !firstStep.claimed().isNew()) {
            throw new IllegalArgumentException("the step must be the first of the instance that the message creates: "
                    + message.creates() + ", work=" + firstStep.claimed().instance() + " version "
                    + firstStep.claimed().version());
        }
    }
}
