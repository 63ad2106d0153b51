package dev.weir.soap.jaxws.body;

import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.jaxws.model.Message;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** A body whose only element is the value of one part, or an empty body. */
final class BareMessageCodec extends MessageCodec {
    private final @Nullable PartCodec part;

    BareMessageCodec(Message message, String what, int slots, BoundTypes types) {
        super(message, what, slots, types);
        this.part = message.bodyParts().stream().map(types::part).findFirst().orElse(null);
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
            values[part.slot()] = part.read(reader, in);
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
