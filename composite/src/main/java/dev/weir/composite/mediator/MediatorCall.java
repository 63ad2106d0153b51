package dev.weir.composite.mediator;

import dev.weir.composite.delivery.CallTarget;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a mediator left in the store to be done, as the target of a call.
 *
 * @param operation of the mediator, whose message the call carries; empty for {@link Kind#FORWARD}
 * @param rule the number of a rule of that operation; 0 for other kinds
 * @param twoWay true if the receiver's answer is awaited, and dropped; for {@link Kind#FORWARD}
 * @param conversation of the message with which the mediator was called
 */
record MediatorCall(Kind kind, String operation, int rule, boolean twoWay, Conversation conversation) {
    /** What is to be done. */
    enum Kind {
        /** A message whose turn has come is to be routed. */
        MESSAGE,
        /** A rule is to be followed. */
        RULE,
        /** The same, and an instance of the mediator awaits the callback. */
        RULE_WITH_CALLBACK,
        /** A message that is made already is to be sent to a reference. */
        FORWARD
    }

    static MediatorCall message(String operation, Conversation conversation) {
        return new MediatorCall(Kind.MESSAGE, operation, 0, false, conversation);
    }

    static MediatorCall rule(String operation, int rule, boolean callback, Conversation conversation) {
        return new MediatorCall(callback ? Kind.RULE_WITH_CALLBACK : Kind.RULE, operation, rule, false, conversation);
    }

    static MediatorCall forward(boolean twoWay) {
        return new MediatorCall(Kind.FORWARD, "", 0, twoWay, Conversation.NONE);
    }

    CallTarget target() {
        return new CallTarget.Own(List.of(
                kind.name(),
                operation,
                Integer.toString(rule),
                Boolean.toString(twoWay),
                orEmpty(conversation.callback()),
                orEmpty(conversation.relatesTo()),
                orEmpty(conversation.call())));
    }

    static MediatorCall of(CallTarget.Own own) {
        List<String> fields = own.fields();
        if (fields.size() != 7) {
            throw new IllegalArgumentException("the target of a mediator's call must have 7 fields: " + fields);
        }
        return new MediatorCall(
                Kind.valueOf(fields.get(0)),
                fields.get(1),
                Integer.parseInt(fields.get(2)),
                Boolean.parseBoolean(fields.get(3)),
                new Conversation(
                        orNull(fields.get(4)),
                        fields.get(5).isEmpty() ? List.of() : List.of(fields.get(5)),
                        orNull(fields.get(6))));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
