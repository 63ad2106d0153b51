package dev.weir.composite.delivery;

import dev.weir.store.Call;
import dev.weir.store.ComponentId;
import dev.weir.xml.XmlName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call in the store is for: the meanings of {@link Call#address}, which are encoded and decoded here and nowhere
 * else. Encoded forms that are no address begin with, and are divided by, a character that no XML document can hold: an
 * address that a process took from a message is never mistaken for one.
 */
public sealed interface CallTarget {
    /** The partner link of calls that bring events: an exclamation mark begins no name of a partner link. */
    String EVENT_LINK = "!event";

    /** Goes where the partner link of its caller leads. */
    record Wired() implements CallTarget {
        @Override
        public @Nullable String encode() {
            return null;
        }
    }

    /** Goes to an address that a process has assigned to its partner link. */
    record Assigned(String address) implements CallTarget {
        @Override
        public String encode() {
            return address;
        }
    }

    /** Brings an event to its component, which has subscribed to it. */
    record Event(XmlName name) implements CallTarget {
        @Override
        public String encode() {
            return name.toString();
        }
    }

    /**
     * Goes where the caller of a conversation takes callbacks. It is also kept, encoded, with instances that may call back.
     */
    sealed interface Callback extends CallTarget {
        /** Said where a caller is to be called back that came without such a place. */
        String NO_ADDRESS =
                "there is no address to call back: the request's wsa:ReplyTo (of WS-Addressing 1.0 or 2004/08)"
                        + " is missing, anonymous or none";

        /** The id of the message that opened the conversation; null where it had none. */
        @Nullable String relatesTo();

        @Override
        String encode();
    }

    /**
     * Calls back by WS-Addressing's ReplyTo.
     *
     * @param terms what the reference says beside its address, as {@link ReferenceTerms} encodes it; empty for nothing
     */
    record HttpCallback(String address, @Nullable String relatesTo, String terms) implements Callback {
        /** The prefix of callbacks of any kind. */
        private static final String SEPARATOR = "\u0001";

        private static final String WORD = "HTTP";

        HttpCallback(String address, @Nullable String relatesTo) {
            this(address, relatesTo, "");
        }

        @Override
        public String encode() {
            return join(SEPARATOR, WORD, address, terms, relatesTo == null ? "" : relatesTo);
        }
    }

    /** Calls back a partner link of a component in this server. */
    record ComponentCallback(
            ComponentId component,
            String partnerLink,
            @Nullable String relatesTo) implements Callback {
        private static final String WORD = "COMPONENT";

        /** The partner link on which a component makes a call. */
        static ComponentCallback to(Call call) {
            return new ComponentCallback(
                    call.component(), call.partnerLink(), call.key().toString());
        }

        @Override
        public String encode() {
            return join(
                    HttpCallback.SEPARATOR,
                    WORD,
                    component.toString(),
                    partnerLink,
                    relatesTo == null ? "" : relatesTo);
        }
    }

    /**
     * Is for the component itself that left it, whose engine alone knows what the fields mean.
     *
     * @param fields none of them with a character that XML cannot hold
     */
    record Own(List<String> fields) implements CallTarget {
        private static final String SEPARATOR = "\u0002";

        public Own {
            fields = List.copyOf(fields);
        }

        @Override
        public String encode() {
            return join(SEPARATOR, fields.toArray(String[]::new));
        }
    }

    /** A character, fields, and the character between them. */
    private static String join(String separator, String... fields) {
        return separator + String.join(separator, fields);
    }

    private static String[] fields(String joined, String separator) {
        return joined.substring(separator.length()).split(separator, -1);
    }

    /** The form in which it is stored; null for {@link Wired}. */
    @Nullable String encode();

    /** @throws IllegalArgumentException for what this version of Weir cannot have stored */
    static CallTarget of(Call call) {
        String address = call.address();
        if (address == null) {
            return new Wired();
        }
        if (call.partnerLink().equals(EVENT_LINK)) {
            return new Event(XmlName.parse(address));
        }
        if (address.startsWith(Own.SEPARATOR)) {
            return new Own(List.of(fields(address, Own.SEPARATOR)));
        }
        return address.startsWith(HttpCallback.SEPARATOR) ? decodeCallback(address) : new Assigned(address);
    }

    /**
     * The inverse of {@link Callback#encode}.
     *
     * @throws IllegalArgumentException for an address that is not a callback's
     */
    static Callback decodeCallback(String address) {
        if (!address.startsWith(HttpCallback.SEPARATOR)) {
            throw new IllegalArgumentException("this is not where callbacks go: " + address);
        }
        String[] fields = fields(address, HttpCallback.SEPARATOR);
        if (fields.length != 4) {
            throw new IllegalArgumentException("a callback address must have 4 fields: " + List.of(fields));
        }
        String relatesTo = fields[3].isEmpty() ? null : fields[3];
        return switch (fields[0]) {
            case HttpCallback.WORD -> new HttpCallback(fields[1], relatesTo, fields[2]);
            case ComponentCallback.WORD -> new ComponentCallback(ComponentId.parse(fields[1]), fields[2], relatesTo);
            default -> throw new IllegalArgumentException("there is no callback of the kind " + fields[0]);
        };
    }
}
