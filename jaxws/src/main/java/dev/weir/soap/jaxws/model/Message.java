package dev.weir.soap.jaxws.model;

import dev.weir.xml.XmlName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request or a reply.
 *
 * @param name the local name of the WSDL message
 * @param partName of the one part that the body of a {@link Style#WRAPPED} message has in WSDL
 * @param wrapper the element around the parts of the body; null in {@link Style#BARE}
 * @param bean the class bound to that element, its properties are the parts; null unless {@link Style#WRAPPED}
 * @param field of the class that {@link EndpointInterface#partsClass} returns, for the wrapper; null unless {@link
 *     Style#WRAPPED}
 * @param parts those of the body in their order, then header blocks
 * @param unbound those that a WSDL binding puts neither into the body nor into a header: never written, but read where a peer has
 *     put them behind the body's part
 */
public record Message(
        String name,
        String partName,
        @Nullable XmlName wrapper,
        @Nullable Class<?> bean,
        @Nullable String field,
        List<Part> parts,
        List<Part> unbound) {
    public Message {
        parts = List.copyOf(parts);
        unbound = List.copyOf(unbound);
    }

    /** A message all of whose parts have their place. */
    Message(
            String name,
            String partName,
            @Nullable XmlName wrapper,
            @Nullable Class<?> bean,
            @Nullable String field,
            List<Part> parts) {
        this(name, partName, wrapper, bean, field, parts, List.of());
    }

    /** The same message with its wrapper in another namespace. */
    Message inNamespace(String namespace) {
        XmlName same = wrapper;
        return same == null || same.namespace().equals(namespace)
                ? this
                : new Message(name, partName, XmlName.of(namespace, same.local()), bean, field, parts, unbound);
    }

    /** The same message with those of its body's parts unbound that are not named. */
    Message withBodyParts(Set<String> names) {
        Map<Boolean, List<Part>> byPlace =
                parts.stream().collect(Collectors.partitioningBy(part -> part.header() || names.contains(part.name())));
        List<Part> left = byPlace.getOrDefault(false, List.of());
        return left.isEmpty()
                ? this
                : new Message(name, partName, wrapper, bean, field, byPlace.getOrDefault(true, List.of()), left);
    }

    public List<Part> bodyParts() {
        return parts.stream().filter(part -> !part.header()).toList();
    }

    public List<Part> headerParts() {
        return parts.stream().filter(Part::header).toList();
    }

    /** The part of a slot; null where the message does not have it. */
    public @Nullable Part part(int slot) {
        for (Part part : parts) {
            if (part.slot() == slot) {
                return part;
            }
        }
        return null;
    }
}
