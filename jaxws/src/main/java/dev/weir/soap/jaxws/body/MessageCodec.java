package dev.weir.soap.jaxws.body;

import static dev.weir.soap.envelope.EnvelopeReader.place;

import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.OperationAborted;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.BodyCodec;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.http.MemoryRefusedException;
import dev.weir.soap.jaxws.model.Message;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request or a reply of an operation. Its value is an array of {@link
 * dev.weir.soap.jaxws.model.Operation#slots} values: the return value, then the parameters; those that are not in the
 * message are null when read, and not looked at when written. Thread-safe.
 */
public abstract class MessageCodec implements BodyCodec<@Nullable Object[]> {
    final Message message;
    final BoundTypes types;
    private final String what;
    private final int slots;
    private final PartCodec[] headers;

    /** @param what names the message in errors */
    MessageCodec(Message message, String what, int slots, BoundTypes types) {
        this.message = message;
        this.what = what;
        this.slots = slots;
        this.types = types;
        this.headers = message.headerParts().stream().map(types::part).toArray(PartCodec[]::new);
    }

    /** Names the message in errors. */
    final String what() {
        return what;
    }

    /** True for the name of a header block that the message declares. */
    final boolean isHeader(XmlName block) {
        for (PartCodec header : headers) {
            if (header.element().equals(block)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final @Nullable Object[] read(EnvelopeReader envelope) {
        return read(envelope, true);
    }

    /** As {@link #read(EnvelopeReader)}; may skip elements that nothing is known of. */
    public final @Nullable Object[] read(EnvelopeReader envelope, boolean refuseUnexpected) {
        @Nullable Object[] values = new @Nullable Object[slots];
        XmlReader reader = envelope.body();
        UnmarshalContext in = types.unmarshalContext(refuseUnexpected, Attachments.of(reader));
        try {
            in.start(reader);
            in.memory(envelope::take);
            readBody(envelope, values, in);
            in.finish(reader);
            XmlReader rest = envelope.body();
            if (rest.event() == XmlEvent.START_ELEMENT) {
                throw sender("The Body must have one child at most for " + what + ", but " + rest.name()
                        + " follows at " + place(rest.location()) + ".");
            }
            envelope.finish();
            readHeaders(envelope, values, in);
        } catch (OperationAborted refused) {
            requireMemory(refused);
            throw unfit(refused);
        } catch (StackOverflowError deep) {
            throw tooDeep(reader);
        }
        return values;
    }

    private void readHeaders(EnvelopeReader envelope, @Nullable Object[] values, UnmarshalContext in) {
        for (PartCodec header : headers) {
            for (XmlElement block : envelope.headers()) {
                if (block.name().equals(header.element())) {
                    values[header.slot()] = readHeader(header, block, in);
                }
            }
        }
    }

    /** A block is a tree of its own, of which no lines and columns are kept: the message names the block. */
    private @Nullable Object readHeader(PartCodec header, XmlElement block, UnmarshalContext in) {
        try {
            return header.read(block, in);
        } catch (OperationAborted refused) {
            requireMemory(refused);
            throw sender("Header " + block.name() + " does not fit " + what + ": " + refused.getMessage() + ".");
        }
    }

    /**
     * Reads the bean of a wrapper as a whole, as asynchronous clients get it.
     *
     * @param values gets what is in header blocks
     * @throws IllegalStateException for a message without a wrapper's bean
     */
    public final Object readWrapper(EnvelopeReader envelope, boolean refuseUnexpected, @Nullable Object[] values) {
        XmlReader reader = envelope.body();
        UnmarshalContext in = types.unmarshalContext(refuseUnexpected, Attachments.of(reader));
        try {
            in.start(reader);
            in.memory(envelope::take);
            Object bean = readBean(envelope, in);
            in.finish(reader);
            envelope.finish();
            readHeaders(envelope, values, in);
            return bean;
        } catch (OperationAborted refused) {
            requireMemory(refused);
            throw unfit(refused);
        } catch (StackOverflowError deep) {
            throw tooDeep(reader);
        }
    }

    /** A value for which there is too little memory is not one that does not fit the message. */
    private static void requireMemory(OperationAborted refused) {
        if (refused.getCause() instanceof MemoryRefusedException e) {
            throw e;
        }
    }

    private SoapFaultException unfit(OperationAborted refused) {
        return sender("The message does not fit " + what + ": " + refused.getMessage() + ", at "
                + place(refused.location()) + ".");
    }

    /** Objects within objects are read by calls within calls, as deep as the stack of the thread allows. */
    private SoapFaultException tooDeep(XmlReader reader) {
        return sender("The elements of the message are nested too deeply for " + what + ", at "
                + place(reader.location()) + ".");
    }

    /** From the body's first child to its end. */
    Object readBean(EnvelopeReader envelope, UnmarshalContext in) {
        throw new IllegalStateException(what + " has no wrapper");
    }

    /** From the body's first child, or its end, to its end. */
    abstract void readBody(EnvelopeReader envelope, @Nullable Object[] values, UnmarshalContext in);

    @Override
    public final void write(@Nullable Object[] values, XmlWriter writer) {
        writeBody(values, writer, types.marshalContext(Attachments.of(writer)));
    }

    abstract void writeBody(@Nullable Object[] values, XmlWriter writer, MarshalContext out);

    @Override
    public List<XmlElement> headerBlocks(@Nullable Object[] values) {
        if (headers.length == 0) {
            return List.of();
        }
        List<XmlElement> blocks = new ArrayList<>(headers.length);
        for (PartCodec header : headers) {
            Object value = values[header.slot()];
            if (value != null) {
                blocks.add(header.block(value, types.marshalContext(null)));
            }
        }
        return blocks;
    }

    /** The value of a part; null too, where the context passes over an element that cannot be read. */
    static @Nullable Object value(PartCodec part, XmlReader reader, UnmarshalContext in) {
        int depth = reader.depth();
        try {
            return part.read(reader, in);
        } catch (RuntimeException failed) {
            in.elementFailed(reader, failed, depth);
            return null;
        }
    }

    final void expect(XmlReader reader, XmlName expected) {
        if (reader.event() != XmlEvent.START_ELEMENT) {
            throw sender(
                    "The Body ends at " + place(reader.location()) + ", but " + what + " has " + expected + " here.");
        }
        if (!types.means(reader.name(), expected)) {
            throw sender("Element " + reader.name() + " at " + place(reader.location()) + " must be " + expected
                    + " for " + what + ".");
        }
    }

    static SoapFaultException sender(String reason) {
        return new SoapFaultException(SoapFault.sender(reason));
    }
}
