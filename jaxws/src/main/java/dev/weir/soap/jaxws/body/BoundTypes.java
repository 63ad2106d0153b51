package dev.weir.soap.jaxws.body;

import dev.weir.bind.binding.Binding;
import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.Adapters;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.NameSlots;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.model.BindingModel;
import dev.weir.bind.model.BoundArray;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Content;
import dev.weir.bind.model.ElementUse;
import dev.weir.bind.model.ModelException;
import dev.weir.bind.model.ModelReader;
import dev.weir.bind.model.Property;
import dev.weir.soap.jaxws.encoded.EncodedTypes;
import dev.weir.soap.jaxws.model.EndpointInterface;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.jaxws.model.Part;
import dev.weir.soap.jaxws.model.Style;
import dev.weir.xml.XmlName;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.attachment.AttachmentMarshaller;
import jakarta.xml.bind.attachment.AttachmentUnmarshaller;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The binding of all classes of an interface, and how its elements that are in no class are bound. Thread-safe. */
final class BoundTypes {
    private final Binding binding;
    private final @Nullable BoundClass fields;
    private final @Nullable EncodedTypes encoded;
    private final boolean lax;
    private volatile @Nullable BoundTypes laxOnes;

    /** @param further classes beside those of the interface */
    BoundTypes(EndpointInterface service, Set<Class<?>> further) {
        Set<Class<?>> classes = new LinkedHashSet<>(service.boundClasses());
        classes.addAll(further);
        try {
            binding = new Binding(ModelReader.read(classes));
        } catch (ModelException e) {
            String problems = e.problems().stream()
                    .map(problem -> service.place(problem.where()) + ": " + problem.what())
                    .distinct()
                    .collect(Collectors.joining("\n  "));
            throw new InterfaceException(
                    "the classes of " + service.type().getName() + " cannot be bound:\n  " + problems, e);
        } catch (JAXBException e) {
            throw new InterfaceException(
                    "the classes of " + service.type().getName() + " cannot be bound: " + e.getMessage(), e);
        }
        Class<?> parts = service.partsClass();
        fields = parts == null ? null : binding.model().classOf(parts);
        encoded = service.operations().stream().anyMatch(operation -> operation.style() == Style.ENCODED)
                ? encoded(service, classes)
                : null;
        lax = false;
    }

    private BoundTypes(BoundTypes strict) {
        binding = Binding.inAnyNamespace(strict.model());
        fields = strict.fields;
        encoded = strict.encoded;
        lax = true;
    }

    /** The same types, as they are read in messages of peers that are not careful; made when they are first asked for. */
    BoundTypes lax() {
        BoundTypes known = lax ? this : laxOnes;
        return known != null ? known : makeLax();
    }

    private synchronized BoundTypes makeLax() {
        BoundTypes made = laxOnes;
        if (made == null) {
            made = new BoundTypes(this);
            laxOnes = made;
        }
        return made;
    }

    boolean isLax() {
        return lax;
    }

    /** True where an element may be meant by a name: the same, or with lax types the same local name. */
    boolean means(XmlName given, XmlName known) {
        return given.equals(known) || lax && given.local().equals(known.local());
    }

    /** Slots for the names of parts. */
    NameSlots elementNames(List<XmlName> names) {
        return binding.elementNames(names);
    }

    /**
     * How a message is read.
     *
     * @param refuseUnexpected as of {@link UnmarshalContext#ofMessage}; without effect for lax types
     */
    UnmarshalContext unmarshalContext(boolean refuseUnexpected, @Nullable AttachmentUnmarshaller attachments) {
        return lax
                ? UnmarshalContext.ofLaxMessage(attachments)
                : UnmarshalContext.ofMessage(refuseUnexpected, attachments);
    }

    /** Without what is in literal messages only. */
    private EncodedTypes encoded(EndpointInterface service, Set<Class<?>> classes) {
        Set<Class<?>> roots = new LinkedHashSet<>(classes);
        roots.remove(service.partsClass());
        for (Operation operation : service.operations()) {
            if (operation.style() != Style.ENCODED) {
                operation.faults().forEach(fault -> roots.remove(fault.bean()));
            }
        }
        return new EncodedTypes(
                binding.model(), binding::ref, service.portType().namespace(), roots);
    }

    EncodedTypes encoded() {
        return Objects.requireNonNull(encoded, "an interface with encoded operations");
    }

    BindingModel model() {
        return binding.model();
    }

    CodecRef bean(Class<?> type) {
        BoundClass bound = binding.model().classOf(type);
        if (bound == null) {
            throw new InterfaceException(
                    type.getName() + " must be a class with properties, to be bound to an element");
        }
        return binding.ref(bound);
    }

    PartCodec part(Part part) {
        ElementUse use = element(part);
        ItemCodec codec = codec(use);
        String field = part.field();
        boolean listed =
                use.content() instanceof Content.Items && !part.rawType().isAssignableFrom(ArrayList.class);
        return new PartCodec(
                part.slot(),
                part.name(),
                part.element(),
                listed && field != null && fields != null
                        ? new ListedItems(codec, binding.ref(fields), number(fields, field))
                        : codec);
    }

    ItemCodec codec(ElementUse use) {
        return binding.item(use.content());
    }

    /** How the element of a part is bound; its name is the part's. */
    ElementUse element(Part part) {
        String field = part.field();
        if (field != null) {
            return element(field);
        }
        BoundArray array = binding.model().arrayOf(part.rawType());
        if (array == null) {
            throw new IllegalStateException("no array is bound for " + part);
        }
        return new ElementUse(part.element(), part.rawType(), new Content.Array(array), true, false, null);
    }

    /** How an element is bound, by the field of {@link EndpointInterface#partsClass}. */
    ElementUse element(String field) {
        if (fields != null) {
            Property property = fields.properties().get(number(fields, field));
            if (property.elements().size() == 1) {
                return property.elements().get(0);
            }
        }
        throw new IllegalStateException("no field " + field + " with one element in " + fields);
    }

    private static int number(BoundClass fields, String field) {
        for (int i = 0; i < fields.properties().size(); i++) {
            if (fields.properties().get(i).name().equals(field)) {
                return i;
            }
        }
        throw new IllegalStateException("no field " + field + " in " + fields);
    }

    /** @param attachments null where a message has none */
    MarshalContext marshalContext(@Nullable AttachmentMarshaller attachments) {
        return new MarshalContext(null, null, attachments, new Adapters(), binding.prefixes());
    }
}
