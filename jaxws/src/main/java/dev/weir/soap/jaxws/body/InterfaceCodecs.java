package dev.weir.soap.jaxws.body;

import dev.weir.bind.model.BindingModel;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.ElementUse;
import dev.weir.soap.jaxws.encoded.EncodedSchemas;
import dev.weir.soap.jaxws.model.EndpointInterface;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.jaxws.model.Part;
import dev.weir.soap.jaxws.model.Style;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.MessageBinding;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.System.Logger.Level;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The codecs of all operations of an interface; made once for each interface. Thread-safe. */
public final class InterfaceCodecs {
    private static final System.Logger LOG = System.getLogger(InterfaceCodecs.class.getName());
    private static final ClassValue<InterfaceCodecs> KNOWN = new ClassValue<>() {
        @Override
        protected InterfaceCodecs computeValue(Class<?> type) {
            return new InterfaceCodecs(EndpointInterface.of(type), Set.of());
        }
    };

    private final EndpointInterface service;
    private final BoundTypes types;
    private final IdentityHashMap<Operation, OperationCodec> operations = new IdentityHashMap<>();

    /** What the log has said of operations, which is the same for all services of a WSDL. */
    private final Set<List<String>> said = ConcurrentHashMap.newKeySet();

    private InterfaceCodecs(EndpointInterface service, Set<Class<?>> further) {
        this.service = service;
        this.types = new BoundTypes(service, further);
        for (Operation operation : service.operations()) {
            warnOfUnmakeable(operation);
            if (!operation.isUndecided()) {
                operations.put(operation, new OperationCodec(operation, types, null));
            }
        }
    }

    /** Names the values that JAXB binds, but that nobody can make of a message: with LocalDate, say, each call would fail. */
    private void warnOfUnmakeable(Operation operation) {
        List<Part> parts = new ArrayList<>(operation.request().parts());
        if (operation.response() != null) {
            parts.addAll(operation.response().parts());
        }
        Method method = operation.method();
        for (Part part : parts) {
            AnnotatedElement value = part.slot() == 0 ? method : method.getParameters()[part.slot() - 1];
            BoundClass bound = types.model().classOf(part.rawType());
            if (bound != null
                    && !bound.isAbstract()
                    && bound.creator() == null
                    && bound.construction() == null
                    && !value.isAnnotationPresent(XmlJavaTypeAdapter.class)) {
                LOG.log(
                        Level.WARNING,
                        "{0}.{1}, {2}: {3}",
                        method.getDeclaringClass().getName(),
                        method.getName(),
                        part.slot() == 0 ? "the return value" : "parameter " + part.slot(),
                        bound.cannotCreate());
            }
        }
    }

    /** @throws InterfaceException where the interface or its classes cannot be bound; names what is in the way */
    public static InterfaceCodecs of(EndpointInterface service) {
        return KNOWN.get(service.type());
    }

    /**
     * Codecs that know further classes, such as those of XmlSeeAlso of an implementation. Not kept.
     *
     * @throws InterfaceException as {@link #of(EndpointInterface)}
     */
    public static InterfaceCodecs of(EndpointInterface service, Set<Class<?>> further) {
        return service.boundClasses().containsAll(further) ? of(service) : new InterfaceCodecs(service, further);
    }

    public EndpointInterface service() {
        return service;
    }

    /** @throws InterfaceException for an operation that {@link Operation#isUndecided} */
    public OperationCodec operation(Operation operation) {
        decided(operation);
        OperationCodec known = operations.get(operation);
        if (known == null) {
            throw new IllegalArgumentException(
                    "not an operation of " + service.type().getName() + ": " + operation);
        }
        return known;
    }

    /**
     * The codec of an operation as a WSDL binding has it; see {@link Operation#inNamespaces} and {@link
     * Operation#withBodyParts}. Made anew where that is not the same as the interface has it.
     *
     * @throws InterfaceException where it is of the other use there, or encoded with other parts, or undecided there too
     */
    public OperationCodec operation(Operation operation, BindingOperation contract) {
        boolean encoded = operation.style() == Style.ENCODED;
        if (contract.input().encoded() != encoded
                || !operation.oneWay() && contract.output().encoded() != encoded) {
            throw new InterfaceException("operation " + operation.name() + " of "
                    + service.type().getName() + " is " + (encoded ? "encoded" : "literal")
                    + ", but not all its messages are so in its WSDL; SOAPBinding.use must say what soap:body does");
        }
        Operation bound = operation
                .inNamespaces(contract.input().namespace(), contract.output().namespace())
                .withBodyParts(names(contract.input()), names(contract.output()));
        decided(bound);
        if (operation.isUndecided()) {
            warn(
                    operation,
                    Stream.of(bound.request(), bound.response())
                            .filter(Objects::nonNull)
                            .flatMap(message -> message.unbound().stream())
                            .map(Part::name)
                            .toList());
        }
        return bound == operation && !encoded ? operation(operation) : new OperationCodec(bound, types, contract);
    }

    private void warn(Operation operation, List<String> parts) {
        List<String> key = new ArrayList<>(parts);
        key.add(operation.name());
        if (said.add(key)) {
            LOG.log(
                    Level.WARNING,
                    "operation {0} of {1} has parameters whose values are not sent, as its WSDL binds their parts neither"
                            + " to the body nor to a header: {2}",
                    operation.name(),
                    service.type().getName(),
                    parts);
        }
    }

    private static Set<String> names(MessageBinding message) {
        return message.bodyParts().stream().map(Wsdl.Part::name).collect(Collectors.toSet());
    }

    private void decided(Operation operation) {
        if (operation.isUndecided()) {
            throw new InterfaceException(service.type().getName() + "."
                    + operation.method().getName()
                    + " is bare, so that the body of each of its messages must have one part, but one has several; make the"
                    + " others headers, use ParameterStyle.WRAPPED, or let soap:body of a WSDL name one in its parts");
        }
    }

    /** The model of all classes of the interface, for its schemas. */
    public BindingModel model() {
        return types.model();
    }

    /** The schemas of the encoded operations. */
    public EncodedSchemas encodedSchemas() {
        List<Class<?>> parts = new ArrayList<>();
        for (Operation operation : service.operations()) {
            operation.request().bodyParts().forEach(part -> parts.add(part.rawType()));
            if (operation.response() != null) {
                operation.response().bodyParts().forEach(part -> parts.add(part.rawType()));
            }
        }
        return new EncodedSchemas(types.encoded(), service.portType().namespace(), parts);
    }

    /** How the element of a part without a wrapper is bound. */
    public ElementUse element(Part part) {
        return types.element(part);
    }

    /** The elements that no class of the model declares: those of parts that are arrays. */
    public List<ElementUse> arrayElements() {
        List<ElementUse> elements = new ArrayList<>();
        for (Operation operation : service.operations()) {
            List<Part> parts = new ArrayList<>(operation.request().parts());
            if (operation.response() != null) {
                parts.addAll(operation.response().parts());
            }
            for (Part part : parts) {
                boolean wrapped = operation.request().bean() != null && !part.header();
                if (!wrapped
                        && operation.style() != Style.ENCODED
                        && part.field() == null
                        && !part.element().namespace().isEmpty()) {
                    elements.add(types.element(part));
                }
            }
        }
        return elements;
    }
}
