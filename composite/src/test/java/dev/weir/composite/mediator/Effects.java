package dev.weir.composite.mediator;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;

/** What tests ask of a rule that sends its message to a reference. */
final class Effects {
    private Effects() {}

    static Effect.Send send(AppliedRule rule) {
        return assertInstanceOf(Effect.Send.class, rule.effect());
    }

    static MessageValue request(AppliedRule rule) {
        return send(rule).message();
    }

    static MessageValue reply(AppliedRule rule, MessageValue reply) {
        return assertInstanceOf(Effect.Reply.class, send(rule).replied(reply)).message();
    }

    static MediatorFault fault(AppliedRule rule, XmlName name, MessageValue data) {
        return assertInstanceOf(Effect.Fault.class, send(rule).faulted(name, data))
                .fault();
    }
}
