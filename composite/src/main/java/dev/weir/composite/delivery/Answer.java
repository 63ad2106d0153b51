package dev.weir.composite.delivery;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;

/** The result of a delivery. Technical failures are not answers: the delivery's stage completes exceptionally. */
public sealed interface Answer {
    /** A one-way message was accepted. */
    Answer TAKEN = new Taken();

    /** See {@link #TAKEN}. */
    record Taken() implements Answer {}

    /** A reply. */
    record Output(MessageValue message) implements Answer {}

    /**
     * A fault, declared or not.
     *
     * @param data what it carries; without parts where it carries nothing
     * @param reason for people; empty where whoever raised it gave none
     * @param invalid true where the message was refused because it does not follow its schema: it is not to be sent again without
     *     change
     */
    record Faulted(XmlName name, MessageValue data, String reason, boolean invalid) implements Answer {
        private static final int LONGEST_REASON = 500;

        /** A fault that is not for the form of the message. */
        public Faulted(XmlName name, MessageValue data, String reason) {
            this(name, data, reason, false);
        }

        /** The same for a message that does not follow its schema. */
        public Faulted ofInvalid() {
            return new Faulted(name, data, reason, true);
        }

        /** As the history has it: {@code fault NAME}, and the {@linkplain #shortReason reason} where there is one. */
        public String describe() {
            return "fault " + name.local() + (reason.isEmpty() ? "" : ": " + shortReason());
        }

        /** The reason, cut where it is longer than 500 characters: it may be a text of others. */
        String shortReason() {
            if (reason.length() <= LONGEST_REASON) {
                return reason;
            }
            boolean splits = Character.isHighSurrogate(reason.charAt(LONGEST_REASON - 1));
            return reason.substring(0, splits ? LONGEST_REASON - 1 : LONGEST_REASON) + "…";
        }
    }
}
