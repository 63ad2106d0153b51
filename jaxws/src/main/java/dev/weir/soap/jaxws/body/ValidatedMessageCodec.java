package dev.weir.soap.jaxws.body;

import dev.weir.soap.envelope.BodyCodec;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXParseException;

/**
 * A message that is validated by a schema while it is read and while it is written, item by item, and its header blocks one by
 * one. The schema's defaults are added to the body that is read. Thread-safe.
 */
public final class ValidatedMessageCodec implements BodyCodec<@Nullable Object[]> {
    private final MessageCodec codec;
    private final SchemaRules rules;

    public ValidatedMessageCodec(MessageCodec codec, SchemaRules rules) {
        this.codec = codec;
        this.rules = rules;
    }

    @Override
    public @Nullable XmlName firstElement() {
        return codec.firstElement();
    }

    @Override
    public @Nullable Object[] read(EnvelopeReader envelope) {
        return validated(envelope, () -> codec.read(envelope));
    }

    /** As {@link MessageCodec#read(EnvelopeReader, boolean)}. */
    public @Nullable Object[] read(EnvelopeReader envelope, boolean refuseUnexpected) {
        return validated(envelope, () -> codec.read(envelope, refuseUnexpected));
    }

    /** As {@link MessageCodec#readWrapper}. */
    public Object readWrapper(EnvelopeReader envelope, boolean refuseUnexpected, @Nullable Object[] values) {
        return validated(envelope, () -> codec.readWrapper(envelope, refuseUnexpected, values));
    }

    private <T> T validated(EnvelopeReader envelope, Supplier<T> reading) {
        for (XmlElement block : envelope.headers()) {
            String problem = codec.isHeader(block.name()) ? rules.problemOfHeader(block) : null;
            if (problem != null) {
                throw MessageCodec.sender("Header " + block.name() + " is not valid by the schema of " + codec.what()
                        + ": " + problem + ".");
            }
        }
        try {
            if (!envelope.bodyIsEmpty()) {
                var items = rules.reader(envelope.body());
                items.next();
                envelope.payload(items);
            }
            return reading.get();
        } catch (XmlException e) {
            if (e.getCause() instanceof SAXParseException invalid) {
                throw MessageCodec.sender("The message is not valid by the schema of " + codec.what() + ": "
                        + SchemaRules.rule(invalid) + ", at "
                        + place(invalid) + ".");
            }
            throw e;
        }
    }

    private static String place(SAXParseException invalid) {
        return EnvelopeReader.place(
                new XmlLocation(Math.max(0, invalid.getLineNumber()), Math.max(0, invalid.getColumnNumber()), -1));
    }

    @Override
    public void check(@Nullable Object[] values) {
        codec.check(values);
    }

    /** @throws IllegalStateException where the message is not valid, which is its sender's fault; nothing written may be sent then */
    @Override
    public void write(@Nullable Object[] values, XmlWriter writer) {
        if (codec.firstElement() == null) {
            codec.write(values, writer);
            return;
        }
        String problem = rules.write(writer, checked -> codec.write(values, checked));
        if (problem != null) {
            throw new IllegalStateException(codec.what() + " is not valid by its schema: " + problem);
        }
    }

    /** @throws IllegalStateException as {@link #write} */
    @Override
    public List<XmlElement> headerBlocks(@Nullable Object[] values) {
        List<XmlElement> blocks = codec.headerBlocks(values);
        for (XmlElement block : blocks) {
            String problem = rules.problemOfHeader(block);
            if (problem != null) {
                throw new IllegalStateException(
                        "header " + block.name() + " of " + codec.what() + " is not valid by its schema: " + problem);
            }
        }
        return blocks;
    }
}
