package dev.weir.bpel.command;

import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an operator may ask of an instance. A command travels as a message to the instance, on a partner link that no
 * process can declare; the instance obeys it in its next step, before anything else, and uses the message up. The engine that
 * makes the step sees to it, and records it in the audit.
 */
public enum OperatorCommand {
    /** Nothing goes on until the instance is resumed; messages, replies and timers wait. The instance keeps that in its state. */
    SUSPEND,
    RESUME,
    /** The instance ends at once, without any handler; callers that wait for its reply get a fault. */
    TERMINATE,
    /** The same, asked for by a fault policy. */
    ABORT;

    /** As the operation of a message; it never changes, since commands lie in stores. */
    private final String operation = name().toLowerCase(Locale.ROOT);

    /**
     * The message that carries this command to an instance.
     *
     * @param id from {@link dev.weir.store.Store#newId}
     * @param who gave it, for the history; null where a fault policy did, or nobody knows. It is the message's payload, as
     *     UTF-8: commands in stores of before have none
     */
    public Message message(long id, LiveInstance instance, Instant now, @Nullable String who) {
        return Message.to(instance.component(), Message.COMMANDS, operation)
                .id(id)
                .flow(instance.flow())
                .instance(instance.instance())
                .payload(who == null ? new byte[0] : who.getBytes(StandardCharsets.UTF_8))
                .received(now)
                .build();
    }

    /**
     * The command that a message carries; null for any other message.
     *
     * @throws IllegalArgumentException if the message is a command that is not known
     */
    public static @Nullable OperatorCommand of(Message message) {
        if (!message.partnerLink().equals(Message.COMMANDS)) {
            return null;
        }
        for (OperatorCommand command : values()) {
            if (command.operation.equals(message.operation())) {
                return command;
            }
        }
        throw new IllegalArgumentException("not an operator command: '" + message.operation() + "'");
    }

    /**
     * False where it would change nothing: to suspend an instance that is suspended already or about to be, by a command that
     * it has not obeyed yet, or to resume one that is not.
     */
    public boolean changes(LiveInstance instance) {
        String asked = instance.asked();
        boolean held = SUSPEND.operation.equals(asked) || instance.suspended() && !RESUME.operation.equals(asked);
        return switch (this) {
            case SUSPEND -> !held;
            case RESUME -> held;
            case TERMINATE, ABORT -> true;
        };
    }

    /** Who gives such commands, for people who need no names: callers, for one. */
    public String by() {
        return this == ABORT ? "by a fault policy" : "by an operator";
    }

    /** Who gave the command that a message carries, for the history: by name, where the message has one. */
    public String by(Message message) {
        byte[] who = message.payload();
        return who.length == 0 ? by() : "by " + new String(who, StandardCharsets.UTF_8);
    }

    /** True for a message that carries a command to end the instance. */
    public static boolean isEnd(Message message) {
        return message.partnerLink().equals(Message.COMMANDS)
                && (TERMINATE.operation.equals(message.operation()) || ABORT.operation.equals(message.operation()));
    }
}
