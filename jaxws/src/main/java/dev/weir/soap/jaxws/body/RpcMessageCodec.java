package dev.weir.soap.jaxws.body;

import static dev.weir.soap.envelope.EnvelopeReader.place;

import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.NameSlots;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.jaxws.model.Message;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Parts in no namespace inside an element that is named like the operation (WS-I Basic Profile 1.1, section 4.7). */
final class RpcMessageCodec extends MessageCodec {
    private static final XmlName UNQUALIFIED = XmlName.of("");

    private final XmlName wrapper;
    private final List<PartCodec> parts;
    private final NameSlots names;

    /** What an empty text means for each part: zero or false for a primitive one, else null. */
    private final @Nullable Object[] zeros;

    RpcMessageCodec(Message message, String what, int slots, BoundTypes types) {
        super(message, what, slots, types);
        this.wrapper = Objects.requireNonNull(message.wrapper(), "a wrapper");
        this.parts = message.bodyParts().stream().map(types::part).toList();
        this.names = types.elementNames(parts.stream().map(PartCodec::element).toList());
        this.zeros =
                message.bodyParts().stream().map(part -> zero(part.rawType())).toArray();
    }

    private static @Nullable Object zero(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    @Override
    public XmlName firstElement() {
        return wrapper;
    }

    @Override
    void readBody(EnvelopeReader envelope, @Nullable Object[] values, UnmarshalContext in) {
        XmlReader reader = envelope.body();
        expect(reader, wrapper);
        boolean[] given = new boolean[parts.size()];
        int next = 0;
        while (envelope.nextTag("The wrapper " + wrapper) == XmlEvent.START_ELEMENT) {
            int found = names.find(reader.name(), next);
            if (found < 0 && types.isLax()) {
                reader.skipElement();
                continue;
            }
            if (found < 0 || given[found]) {
                throw sender("Element " + reader.name() + " at " + place(reader.location())
                        + (found < 0 ? " is no part of " : " is given twice in ") + what() + "; its parts are "
                        + names() + ".");
            }
            given[found] = true;
            next = found + 1;
            PartCodec part = parts.get(found);
            boolean nil = in.isNil(reader);
            Object value = value(part, reader, in);
            values[part.slot()] = value == null && !nil ? zeros[found] : value;
        }
        for (int i = 0; i < given.length; i++) {
            if (!given[i] && !types.isLax()) {
                throw sender("Part " + parts.get(i).name() + " of " + what() + " is missing before "
                        + place(reader.location()) + ".");
            }
        }
        envelope.nextTag("The Body");
    }

    private String names() {
        return String.join(", ", parts.stream().map(PartCodec::name).toList());
    }

    @Override
    public void check(@Nullable Object[] values) {
        for (PartCodec part : parts) {
            if (values[part.slot()] == null) {
                throw new IllegalArgumentException("part " + part.name() + " of " + what()
                        + " must not be null in rpc style (WS-I Basic Profile R2211)");
            }
        }
    }

    @Override
    void writeBody(@Nullable Object[] values, XmlWriter writer, MarshalContext out) {
        writer.startElement(wrapper.namespace().isEmpty() ? "" : "rpc", wrapper);
        out.declarePrefixes(UNQUALIFIED, writer);
        for (PartCodec part : parts) {
            part.write(values[part.slot()], writer, out, false);
        }
        writer.endElement();
    }
}
