package dev.weir.store;

/**
 * A message and, with it, the first step of the instance that it creates.
 *
 * @param intake with a message that creates an instance
 * @param first the step; its work is of that instance, in version 0
 */
public record Beginning(Intake intake, Transition first) {
    public Beginning {
        Message message = intake.message();
        if (message == null || message.creates() == 0) {
            throw new IllegalArgumentException("the intake must have a message that creates an instance: " + message);
        }
        if (first.work().instance() != message.creates() || !first.work().fresh()) {
            throw new IllegalArgumentException("the step must be the first of the instance that the message creates: "
                    + message.creates() + ", work=" + first.work().instance() + " version "
                    + first.work().version());
        }
    }
}
