package dev.weir.soap.jaxws.client;

import dev.weir.soap.jaxws.body.InterfaceCodecs;
import dev.weir.soap.jaxws.body.OperationCodec;
import dev.weir.soap.jaxws.model.EndpointInterface;
import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.jaxws.model.Style;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.Port;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * What the methods of an interface call at a port. An interface may have a thousand methods, so that proxies share it: those of
 * one port of a service, and those of all ports without WSDL. Immutable.
 */
final class PortMethods {
    private static final ClassValue<PortMethods> UNDESCRIBED = new ClassValue<>() {
        @Override
        protected PortMethods computeValue(Class<?> type) {
            return new PortMethods(EndpointInterface.of(type), Map.of(), Map.of());
        }
    };

    private final EndpointInterface type;
    private final boolean references;
    private final boolean encoded;
    private final Map<Method, Invocation> invocations = new HashMap<>();

    enum Kind {
        SYNCHRONOUS,
        POLLED,
        CALLED_BACK
    }

    /**
     * What a method does.
     *
     * @param action the SOAPAction
     * @param input the WS-Addressing action
     * @param whole true where an asynchronous method gives the bean of the reply instead of the return value
     * @param async null for a synchronous method
     */
    record Invocation(
            OperationCodec codec,
            Kind kind,
            QName operation,
            String action,
            String input,
            boolean whole,
            @Nullable AsyncArguments async) {}

    /**
     * @param described the operations that a WSDL describes
     * @param actions the WS-Addressing actions that it says
     */
    private PortMethods(EndpointInterface type, Map<String, BindingOperation> described, Map<String, String> actions) {
        this.type = type;
        InterfaceCodecs codecs = InterfaceCodecs.of(type);
        this.references = codecs.model().hasAttachmentReferences();
        this.encoded = type.operations().stream().anyMatch(operation -> operation.style() == Style.ENCODED);
        for (Operation operation : type.operations()) {
            BindingOperation bound = described.get(operation.name());
            OperationCodec codec = bound == null ? codecs.operation(operation) : codecs.operation(operation, bound);
            String action = bound == null ? operation.soapAction() : bound.soapAction();
            String stated = operation.inputAction().isEmpty()
                    ? actions.getOrDefault(operation.name(), "")
                    : operation.inputAction();
            put(codec, action, stated.isEmpty() ? input(operation, action) : stated);
        }
    }

    /** The WS-Addressing action where none is stated (WS-Addressing 1.0 - Metadata, section 4.4.2). */
    private String input(Operation operation, String action) {
        return action.isEmpty()
                ? Actions.byName(type.portType(), operation.name() + (operation.oneWay() ? "" : "Request"))
                : action;
    }

    private void put(OperationCodec codec, String action, String input) {
        Operation operation = codec.operation();
        QName name = new QName(type.portType().namespace(), operation.name());
        invocations.put(operation.method(), new Invocation(codec, Kind.SYNCHRONOUS, name, action, input, false, null));
        for (Method method : operation.asyncMethods()) {
            AsyncArguments arguments = AsyncArguments.of(operation, method);
            Kind kind = arguments.handler() == AsyncArguments.NOWHERE ? Kind.POLLED : Kind.CALLED_BACK;
            boolean whole = operation.response() != null
                    && operation.response().bean() != null
                    && operation.response().bean() == answerType(method, arguments);
            invocations.put(method, new Invocation(codec, kind, name, action, input, whole, arguments));
        }
    }

    /** The T of Response of T, or of AsyncHandler of T. */
    private static @Nullable Type answerType(Method method, AsyncArguments arguments) {
        Type declared = arguments.handler() == AsyncArguments.NOWHERE
                ? method.getGenericReturnType()
                : method.getGenericParameterTypes()[arguments.handler()];
        if (!(declared instanceof ParameterizedType of)) {
            return null;
        }
        return of.getActualTypeArguments()[0];
    }

    /**
     * Those of a port; the same ones each time where no WSDL describes it.
     *
     * @throws dev.weir.soap.jaxws.model.InterfaceException where interface and WSDL do not go together, or the interface
     *     alone does not say enough
     */
    static PortMethods of(EndpointInterface type, ClientPort port) {
        Port described = port.described();
        return described == null
                ? UNDESCRIBED.get(type.type())
                : new PortMethods(type, described.binding().operations(), port.actions());
    }

    /** Null for a method that calls no operation. */
    @Nullable Invocation invocation(Method method) {
        return invocations.get(method);
    }

    /** True where some values may be of type swaRef. */
    boolean references() {
        return references;
    }

    /** True where an operation is rpc/encoded. */
    boolean encoded() {
        return encoded;
    }
}
