package dev.weir.bind.compile;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items inside an XmlElementWrapper. */
final class WrapperContent {
    private final NameSlots slots;
    private final List<ItemCodec> codecs;
    private final @Nullable WildcardItem wildcard;

    WrapperContent(NameSlots slots, List<ItemCodec> codecs, @Nullable WildcardItem wildcard) {
        this.slots = slots;
        this.codecs = codecs;
        this.wildcard = wildcard;
    }

    /** From the wrapper's START_ELEMENT through to its END_ELEMENT; false where it is nil. */
    boolean read(XmlReader reader, UnmarshalContext in, @Nullable Object parent, Collection<@Nullable Object> items) {
        if (in.isNil(reader)) {
            reader.skipElement();
            return false;
        }
        int depth = reader.depth();
        int expected = 0;
        for (XmlEvent event = reader.nextTagOrText(); event != XmlEvent.END_ELEMENT; event = reader.nextTagOrText()) {
            if (event == XmlEvent.START_ELEMENT) {
                expected = slots.find(reader.name(), Math.max(0, expected));
                ItemCodec codec = expected >= 0 ? codecs.get(expected) : wildcard;
                try {
                    if (codec == null) {
                        in.unexpected(reader, slots);
                    } else {
                        items.add(codec.read(reader, in, parent));
                    }
                } catch (RuntimeException wrong) {
                    in.wrong(reader, wrong, depth + 1);
                }
            }
        }
        return true;
    }
}
