package dev.weir.composite.delivery;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;

/** What a delivery came to. Technical failures are not answers: they fail the delivery's stage. */
public sealed interface Answer {
    /** A one-way message is safe. */
    Answer TAKEN = new Taken();

    /** See {@link #TAKEN}. */
    record Taken() implements Answer {}

    /** A reply. */
    record Output(MessageValue message) implements Answer {}

    /**
     * A fault, declared or not.
     *
     * @param data what it carries; without parts where it carries nothing
     * @param reason for people
     */
    record Faulted(XmlName name, MessageValue data, String reason) implements Answer {}
}
