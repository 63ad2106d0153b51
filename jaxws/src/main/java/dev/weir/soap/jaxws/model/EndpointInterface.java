package dev.weir.soap.jaxws.model;

import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.xml.XmlName;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A service endpoint interface (or a class that is its own), as its annotations describe it. Immutable and thread-safe;
 * there is one for each class.
 */
public final class EndpointInterface {
    private static final ClassValue<Lazy> KNOWN = new ClassValue<>() {
        @Override
        protected Lazy computeValue(Class<?> type) {
            return new Lazy(type);
        }
    };

    private final Class<?> type;
    private final XmlName portType;
    private final List<Operation> operations;
    private final Set<Class<?>> boundClasses;
    private final @Nullable Class<?> partsClass;
    private final Map<String, String> places;
    private final Map<Method, Operation> byMethod = new HashMap<>();

    EndpointInterface(
            Class<?> type,
            XmlName portType,
            List<Operation> operations,
            Set<Class<?>> boundClasses,
            @Nullable Class<?> partsClass,
            Map<String, String> places) {
        this.type = type;
        this.portType = portType;
        this.operations = List.copyOf(operations);
        this.boundClasses = new LinkedHashSet<>(boundClasses);
        this.partsClass = partsClass;
        this.places = Map.copyOf(places);
        for (Operation operation : operations) {
            byMethod.put(operation.method(), operation);
            operation.asyncMethods().forEach(method -> byMethod.put(method, operation));
        }
    }

    /** Reads a class once: the beans that it lacks can be made only once. */
    private static final class Lazy {
        private final Class<?> type;
        private @Nullable EndpointInterface read;
        private @Nullable InterfaceException failure;

        Lazy(Class<?> type) {
            this.type = type;
        }

        synchronized EndpointInterface get() {
            if (failure != null) {
                throw new InterfaceException(Objects.requireNonNull(failure.getMessage(), "a message"), failure);
            }
            EndpointInterface known = read;
            if (known == null) {
                try {
                    known = new InterfaceReader(type).read();
                } catch (InterfaceException e) {
                    failure = e;
                    throw e;
                }
                read = known;
            }
            return known;
        }
    }

    /**
     * Reads an interface, or a class with methods of its own, that is annotated with WebService.
     *
     * @throws InterfaceException where it is not, or has what is not supported; names class, method and remedy
     */
    public static EndpointInterface of(Class<?> type) {
        return KNOWN.get(type).get();
    }

    /**
     * The namespace that a class without a given one has: its package's name, backwards (section 3.2).
     *
     * @throws InterfaceException for a class in no package
     */
    public static String defaultNamespace(Class<?> type) {
        return InterfaceReader.defaultNamespace(type);
    }

    public Class<?> type() {
        return type;
    }

    /** The name of the WSDL port type; its namespace is the target namespace of the messages, too. */
    public XmlName portType() {
        return portType;
    }

    /** The action of a fault of an operation. */
    public String faultAction(Operation operation, Fault fault) {
        return fault.action().isEmpty()
                ? Actions.byName(portType, operation.name(), "Fault", fault.messageName())
                : fault.action();
    }

    public List<Operation> operations() {
        return operations;
    }

    /** The operation that a method calls, asynchronous ones included; null for a method that is none of the service's. */
    public @Nullable Operation operation(Method method) {
        return byMethod.get(method);
    }

    /** Wrappers, fault beans, classes of parts and those of XmlSeeAlso: all that must be bound together. */
    public Set<Class<?>> boundClasses() {
        return Collections.unmodifiableSet(boundClasses);
    }

    /** What a member is called in messages: a value of a method instead of the field of a class that was made for it. */
    public String place(String member) {
        return places.getOrDefault(member, member);
    }

    /** A class made for the parts that have no wrapper: one field for each. Null where there are none. */
    public @Nullable Class<?> partsClass() {
        return partsClass;
    }
}
