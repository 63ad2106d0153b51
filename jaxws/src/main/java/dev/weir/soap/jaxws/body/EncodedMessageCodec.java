package dev.weir.soap.jaxws.body;

import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.value.SimpleType;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.jaxws.encoded.EncodedReader;
import dev.weir.soap.jaxws.encoded.EncodedTypes;
import dev.weir.soap.jaxws.encoded.EncodedWriter;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.jaxws.model.Message;
import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.jaxws.model.Part;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parts inside an element that is named like the operation, in the encoding of SOAP 1.1, section 5. What they refer to
 * may follow that element. A part that is missing is null.
 */
final class EncodedMessageCodec extends MessageCodec {
    private final XmlName wrapper;
    private final List<Part> parts;

    /** By the index of a part; null for the type by its class. */
    private final @Nullable SimpleType[] simple;

    private final boolean request;

    /** @param contract as a WSDL has the operation, whose types of parts are taken; null for none */
    EncodedMessageCodec(
            Message message,
            String what,
            Operation operation,
            BoundTypes types,
            boolean request,
            @Nullable BindingOperation contract) {
        super(message, what, operation.slots(), types);
        this.wrapper = Objects.requireNonNull(message.wrapper(), "a wrapper");
        this.parts = message.bodyParts();
        this.request = request;
        this.simple = new @Nullable SimpleType[parts.size()];
        List<Wsdl.Part> described = contract == null
                ? List.of()
                : request ? contract.input().bodyParts() : contract.output().bodyParts();
        for (int i = 0; i < simple.length; i++) {
            Part part = parts.get(i);
            types.encoded().check(part.rawType(), what + ": part " + part.name());
            simple[i] = EncodedTypes.declaredType(operation.method(), part.slot(), part.rawType());
            if (contract != null && simple[i] == null) {
                simple[i] = EncodedTypes.typeInContract(part.rawType(), described(described, part.name()));
            }
        }
        if (contract != null && described.size() != parts.size()) {
            throw otherParts(described);
        }
    }

    private XmlName described(List<Wsdl.Part> described, String name) {
        for (Wsdl.Part one : described) {
            XmlName type = one.type();
            if (one.name().equals(name) && type != null) {
                return type;
            }
        }
        throw otherParts(described);
    }

    private InterfaceException otherParts(List<Wsdl.Part> described) {
        return new InterfaceException(what() + " has the parts "
                + String.join(", ", parts.stream().map(Part::name).toList())
                + " in the interface, but in the WSDL, by types, "
                + String.join(
                        ", ",
                        described.stream()
                                .filter(one -> one.type() != null)
                                .map(Wsdl.Part::name)
                                .toList())
                + "; WebParam and WebResult must name the same");
    }

    @Override
    public XmlName firstElement() {
        return wrapper;
    }

    @Override
    void readBody(EnvelopeReader envelope, @Nullable Object[] values, UnmarshalContext in) {
        XmlReader reader = envelope.body();
        if (request || reader.event() != XmlEvent.START_ELEMENT) {
            expect(reader, wrapper); // the name of a reply's element means nothing (SOAP 1.1, section 7.1)
        }
        List<XmlElement> elements = new ArrayList<>();
        while (reader.event() == XmlEvent.START_ELEMENT) {
            elements.add(envelope.element());
            envelope.nextTag("The Body");
        }
        EncodedTypes encoded = types.encoded();
        EncodedReader graph = new EncodedReader(encoded, elements, request);
        List<XmlElement> children = elements.get(0).elements();
        boolean[] given = new boolean[parts.size()];
        for (int i = 0; i < children.size(); i++) {
            XmlElement element = children.get(i);
            int part = part(element, i);
            if (part >= 0 && !given[part]) {
                given[part] = true;
                Part found = parts.get(part);
                values[found.slot()] = graph.read(element, found.rawType(), simple[part]);
            } else if (request || part >= 0) {
                throw sender("Element " + element.name() + " at " + EnvelopeReader.place(element)
                        + (part < 0 ? " is no part of " : " is given twice in ") + what()
                        + "; its parts are "
                        + String.join(", ", parts.stream().map(Part::name).toList()) + ".");
            }
        }
        graph.finish();
    }

    /** By its name; the first of a reply is the return value under any name (section 7.1). */
    private int part(XmlElement element, int index) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).name().equals(element.name().local())) {
                return i;
            }
        }
        return !request && index == 0 && !parts.isEmpty() && parts.get(0).slot() == 0 ? 0 : -1;
    }

    @Override
    public void check(@Nullable Object[] values) {}

    @Override
    void writeBody(@Nullable Object[] values, XmlWriter writer, MarshalContext out) {
        EncodedWriter graph = new EncodedWriter(types.encoded(), writer);
        for (Part part : parts) {
            graph.find(values[part.slot()]);
        }
        writer.startElement(wrapper.namespace().isEmpty() ? "" : "rpc", wrapper);
        graph.declare();
        for (int i = 0; i < simple.length; i++) {
            Part part = parts.get(i);
            graph.part(XmlName.of(part.name()), values[part.slot()], part.rawType(), simple[i]);
        }
        writer.endElement();
        graph.independentElements();
    }
}
