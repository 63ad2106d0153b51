package dev.weir.bind.item;

import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.NameSlots;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the items inside an XmlElementWrapper: elements and, in mixed content, the text between them. */
public final class WrapperContent {
    private final NameSlots slots;
    private final List<ItemCodec> codecs;
    private final @Nullable WildcardItem wildcard;
    private final boolean mixed;

    public WrapperContent(NameSlots slots, List<ItemCodec> codecs, @Nullable WildcardItem wildcard, boolean mixed) {
        this.slots = slots;
        this.codecs = codecs;
        this.wildcard = wildcard;
        this.mixed = mixed;
    }

    /** Reads from the wrapper's START_ELEMENT to its END_ELEMENT; false if it is nil. */
    public boolean read(
            XmlReader reader, UnmarshalContext in, @Nullable Object parent, Collection<@Nullable Object> items) {
        if (in.isNil(reader)) {
            reader.skipElement();
            return false;
        }
        int depth = reader.depth();
        int expected = 0;
        XmlEvent event = next(reader);
        while (event != XmlEvent.END_ELEMENT) {
            if (mixed && event == XmlEvent.TEXT) {
                items.add(in.mixedText(reader));
                event = reader.event();
                continue;
            }
            if (event == XmlEvent.START_ELEMENT) {
                expected = slots.find(reader.name(), Math.max(0, expected));
                ItemCodec codec = expected >= 0 ? codecs.get(expected) : wildcard;
                try {
                    if (codec == null) {
                        in.unexpected(reader, slots);
                    } else {
                        items.add(codec.read(reader, in, parent));
                    }
                } catch (RuntimeException failed) {
                    in.elementFailed(reader, failed, depth + 1);
                }
            }
            event = next(reader);
        }
        return true;
    }

    private XmlEvent next(XmlReader reader) {
        return mixed ? reader.next() : reader.nextTagOrText();
    }
}
