package dev.weir.soap.jaxws.body;

import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.jaxws.model.Message;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body whose only element is the value of one part, or an empty body. Parts that the binding puts nowhere are not written; CXF's
 * clients write them behind that element, and what they send is read there.
 */
final class BareMessageCodec extends MessageCodec {
    private final @Nullable PartCodec part;
    private final List<PartCodec> unbound;

    BareMessageCodec(Message message, String what, int slots, BoundTypes types) {
        super(message, what, slots, types);
        this.part = message.bodyParts().stream().map(types::part).findFirst().orElse(null);
        this.unbound = message.unbound().stream().map(types::part).toList();
    }

    @Override
    public @Nullable XmlName firstElement() {
        return part == null ? null : part.element();
    }

    @Override
    void readBody(EnvelopeReader envelope, @Nullable Object[] values, UnmarshalContext in) {
        if (part != null) {
            XmlReader reader = envelope.body();
            expect(reader, part.element());
            values[part.slot()] = value(part, reader, in);
            envelope.nextTag("The Body");
        }
        if (!unbound.isEmpty()) {
            readUnbound(envelope, values, in);
        }
    }

    /** Each once at most, in any order; stops at the first element that is none of them. */
    private void readUnbound(EnvelopeReader envelope, @Nullable Object[] values, UnmarshalContext in) {
        List<PartCodec> expected = new ArrayList<>(unbound);
        XmlReader reader = envelope.body();
        while (reader.event() == XmlEvent.START_ELEMENT) {
            XmlName name = reader.name();
            PartCodec next = expected.stream()
                    .filter(each -> each.element().equals(name))
                    .findFirst()
                    .orElse(null);
            if (next == null) {
                return;
            }
            values[next.slot()] = next.read(reader, in);
            expected.remove(next);
            envelope.nextTag("The Body");
        }
    }

    @Override
    public void check(@Nullable Object[] values) {}

    @Override
    void writeBody(@Nullable Object[] values, XmlWriter writer, MarshalContext out) {
        if (part != null) {
            part.write(values[part.slot()], writer, out, true);
        }
    }
}
