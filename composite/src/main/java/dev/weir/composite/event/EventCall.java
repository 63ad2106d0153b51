package dev.weir.composite.event;

import dev.weir.store.Call;
import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/** A call that brings an event to a subscriber: its component is the subscriber. */
public final class EventCall {
    /** The partner link of such calls: an exclamation mark begins no name of a partner link. */
    static final String LINK = "!event";

    private EventCall() {}

    /** The event that a call brings; null for any other call. */
    public static @Nullable XmlName of(Call call) {
        String address = call.address();
        return call.partnerLink().equals(LINK) && address != null ? XmlName.parse(address) : null;
    }
}
