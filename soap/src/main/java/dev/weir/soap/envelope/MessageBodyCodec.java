package dev.weir.soap.envelope;

import static dev.weir.soap.envelope.EnvelopeReader.place;
import static dev.weir.soap.envelope.EnvelopeReader.sender;

import dev.weir.soap.SoapFaultException;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.HeaderPart;
import dev.weir.wsdl.Wsdl.MessageBinding;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the parts of one message in an envelope: as children of the Body (document/literal), inside a wrapper named
 * like the operation (rpc/literal, WS-I Basic Profile 4.7), or as header blocks.
 */
public final class MessageBodyCodec implements BodyCodec<MessageValue> {
    private final String message;
    private final @Nullable XmlName wrapper;
    private final List<Part> parts;
    private final List<Part> headerParts;
    private final List<XmlName> elements;

    private MessageBodyCodec(String message, @Nullable XmlName wrapper, MessageBinding binding, MessageType type) {
        this.message = message;
        this.wrapper = wrapper;
        this.parts = binding.bodyParts();
        List<Part> inHeaders = new ArrayList<>();
        for (HeaderPart header : binding.headers()) {
            if (header.message().equals(type)) {
                inHeaders.add(header.part());
            }
        }
        this.headerParts = List.copyOf(inHeaders);
        List<XmlName> names = new ArrayList<>();
        for (Part part : parts) {
            XmlName element = part.element();
            names.add(wrapper == null && element != null ? element : XmlName.of(part.name()));
        }
        this.elements = List.copyOf(names);
    }

    /** Null where the operation has no input. */
    public static @Nullable MessageBodyCodec input(BindingOperation operation) {
        MessageType type = operation.operation().input();
        String name = operation.operation().name();
        return type == null
                ? null
                : new MessageBodyCodec(
                        "operation " + name,
                        operation.rpc() ? XmlName.of(operation.input().namespace(), name) : null,
                        operation.input(),
                        type);
    }

    /** Null where the operation has no output. */
    public static @Nullable MessageBodyCodec output(BindingOperation operation) {
        MessageType type = operation.operation().output();
        String name = operation.operation().name();
        return type == null
                ? null
                : new MessageBodyCodec(
                        "the reply of operation " + name,
                        operation.rpc() ? XmlName.of(operation.output().namespace(), name + "Response") : null,
                        operation.output(),
                        type);
    }

    /** The name of the body's first child; null for a body that is empty. */
    @Override
    public @Nullable XmlName firstElement() {
        return wrapper != null ? wrapper : elements.isEmpty() ? null : elements.get(0);
    }

    /**
     * Reads the parts, and the document to its end.
     *
     * @throws SoapFaultException (Sender) where the body is not what the message says; names element and place
     */
    @Override
    public MessageValue read(EnvelopeReader envelope) {
        MessageValue value = new MessageValue();
        XmlReader reader = envelope.body();
        if (wrapper != null) {
            readWrapper(envelope, reader, wrapper, value);
        } else {
            for (int i = 0; i < parts.size(); i++) {
                expect(reader, elements.get(i));
                value.set(parts.get(i).name(), envelope.element());
                envelope.nextTag("The Body");
            }
        }
        if (reader.event() == XmlEvent.START_ELEMENT) {
            throw sender("The Body must have " + count() + " for " + message + ", but " + reader.name() + " follows at "
                    + place(reader.location()) + ".");
        }
        envelope.finish();
        for (Part part : headerParts) {
            for (XmlElement block : envelope.headers()) {
                if (Objects.equals(part.element(), block.name())) {
                    value.set(part.name(), block);
                }
            }
        }
        return value;
    }

    private String count() {
        int children = wrapper != null ? 1 : elements.size();
        return children == 0 ? "no child" : children == 1 ? "one child" : children + " children";
    }

    private void readWrapper(EnvelopeReader envelope, XmlReader reader, XmlName expected, MessageValue value) {
        expect(reader, expected);
        while (envelope.nextTag("The wrapper " + expected) == XmlEvent.START_ELEMENT) {
            String name = reader.name().local();
            int index = elements.indexOf(reader.name());
            if (index < 0) {
                throw sender("Element " + reader.name() + " at " + place(reader.location()) + " is no part of "
                        + message + "; its parts are " + listOf(elements) + ".");
            }
            if (value.part(name) != null) {
                throw sender("Part " + name + " of " + message + " is given twice, again at " + place(reader.location())
                        + ".");
            }
            value.set(name, envelope.element());
        }
        for (XmlName element : elements) {
            if (value.part(element.local()) == null) {
                throw sender("Part " + element.local() + " of " + message + " is missing before "
                        + place(reader.location()) + ".");
            }
        }
        envelope.nextTag("The Body");
    }

    private void expect(XmlReader reader, XmlName expected) {
        if (reader.event() != XmlEvent.START_ELEMENT) {
            throw sender("The Body ends at " + place(reader.location()) + ", but " + message + " has " + expected
                    + " here.");
        }
        if (!reader.name().equals(expected)) {
            throw sender("Element " + reader.name() + " at " + place(reader.location()) + " must be " + expected
                    + " for " + message + ".");
        }
    }

    /** Names for an error message: a few of them. */
    public static String listOf(List<XmlName> names) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(10, names.size()); i++) {
            text.append(i == 0 ? "" : ", ").append(names.get(i));
        }
        return names.size() > 10 ? text + ", ..." : text.toString();
    }

    /** @throws IllegalArgumentException where a part has no value */
    @Override
    public void write(MessageValue value, XmlWriter writer) {
        if (wrapper != null) {
            writer.startElement(wrapper.namespace().isEmpty() ? "" : "w", wrapper);
        }
        for (int i = 0; i < parts.size(); i++) {
            XmlElement part = require(value, parts.get(i));
            if (!part.name().equals(elements.get(i))) {
                throw new IllegalArgumentException("part " + parts.get(i).name() + " of " + message + " must be "
                        + elements.get(i) + ", but is " + part.name());
            }
            part.write(writer);
        }
        if (wrapper != null) {
            writer.endElement();
        }
    }

    /** The parts that travel as header blocks and have a value, and the message's own blocks, which replace these. */
    @Override
    public List<XmlElement> headerBlocks(MessageValue value) {
        List<XmlElement> blocks = new ArrayList<>();
        for (Part part : headerParts) {
            XmlElement block = value.part(part.name());
            if (block != null
                    && value.headers().stream().noneMatch(own -> own.name().equals(block.name()))) {
                blocks.add(block);
            }
        }
        blocks.addAll(value.headers());
        return blocks;
    }

    /** Checks that each part of the body has a value, before anything is written. */
    @Override
    public void check(MessageValue value) {
        for (Part part : parts) {
            require(value, part);
        }
    }

    private XmlElement require(MessageValue value, Part part) {
        XmlElement element = value.part(part.name());
        if (element == null) {
            Map<String, XmlElement> given = value.parts();
            throw new IllegalArgumentException(
                    "part " + part.name() + " of " + message + " has no value; there are " + given.keySet());
        }
        return element;
    }
}
