package dev.weir.soap.jaxws.client;

import dev.weir.soap.SoapFault;
import dev.weir.soap.envelope.BodyCodec;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.jaxws.body.FaultCodec;
import dev.weir.soap.jaxws.body.LaxProperty;
import dev.weir.soap.jaxws.body.MessageCodec;
import dev.weir.soap.jaxws.body.OperationCodec;
import dev.weir.soap.jaxws.body.SchemaRules;
import dev.weir.soap.jaxws.body.ValidatedMessageCodec;
import dev.weir.soap.jaxws.client.EnvelopeCall.Answer;
import dev.weir.soap.jaxws.client.PortMethods.Invocation;
import dev.weir.soap.jaxws.client.PortMethods.Kind;
import dev.weir.soap.jaxws.model.EndpointInterface;
import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.jaxws.model.Parameter;
import dev.weir.soap.jaxws.model.ValidationChoice;
import dev.weir.xml.XmlName;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.tree.XmlElement;
import jakarta.jws.WebParam.Mode;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import java.io.Closeable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Calls the operations of an interface. What a method means is computed when the first proxy of its kind is made. */
final class PortProxy extends PortClient implements InvocationHandler {
    private final EndpointInterface type;
    private final PortMethods methods;
    private final boolean references;

    private PortProxy(
            ClientService service,
            ClientPort port,
            ClientFeatures features,
            List<XmlElement> referenceParameters,
            EndpointInterface type) {
        super(service, port, features, referenceParameters);
        this.type = type;
        this.methods = service.methods(port, type);
        this.references = methods.references();
        if (methods.encoded() && port.format() == EnvelopeFormat.SOAP_12) {
            throw new WebServiceException(type.type().getName()
                    + " is rpc/encoded, which is called by SOAP 1.1 only, but port " + port.name() + " is of SOAP 1.2");
        }
    }

    static <T> T make(
            ClientService service,
            ClientPort port,
            ClientFeatures features,
            List<XmlElement> referenceParameters,
            Class<T> type) {
        PortProxy handler = new PortProxy(service, port, features, referenceParameters, EndpointInterface.of(type));
        handler.getBinding().setHandlerChain(service.handlers(port, type));
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), interfaces(type), handler));
    }

    /** Closeable too, unless the interface has a method close of its own: it is the service's, and is not called by the way. */
    private static Class<?>[] interfaces(Class<?> type) {
        try {
            type.getMethod("close");
            return new Class<?>[] {type, BindingProvider.class};
        } catch (NoSuchMethodException usual) {
            return new Class<?>[] {type, BindingProvider.class, Closeable.class};
        }
    }

    // ---------------------------------------------------------------- calls

    @Override
    @SuppressWarnings("NullAway") // a method without a result gives null, which the proxy passes over
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given) throws Throwable {
        @Nullable Object[] arguments = given == null ? new Object[0] : given;
        Invocation invocation = methods.invocation(method);
        if (invocation == null) {
            return other(proxy, method, arguments);
        }
        Operation operation = invocation.codec().operation();
        EnvelopeCall call = call(invocation.action(), operation.oneWay() ? Answer.NONE : Answer.ENVELOPE);
        ValidationChoice validation = call.validation();
        SchemaRules rules = validation.any() ? rules(operation, call.isLax()) : null;
        SentEnvelope envelope = envelope(
                invocation,
                validation.requests() ? rules : null,
                values(operation, invocation.async(), arguments),
                references || call.isAttaching());
        SchemaRules ofReply = validation.replies() ? rules : null;
        OperationCodec codec = call.isLax() ? invocation.codec().lax() : invocation.codec();
        AsyncArguments async = invocation.async();
        if (async == null) {
            ReceivedEnvelope received = call.run(envelope, invocation.operation());
            respond(received.context());
            return received.isEmpty() && operation.oneWay()
                    ? null
                    : result(codec, ofReply, invocation, received, arguments);
        }
        AsyncHandler<@Nullable Object> handler =
                invocation.kind() == Kind.CALLED_BACK ? handler(arguments[async.handler()]) : null;
        var executor = service().getExecutor();
        return PendingResponse.<@Nullable Object>of(
                call.start(envelope, invocation.operation(), executor),
                received -> answer(codec, ofReply, invocation, async, received, arguments),
                handler,
                executor);
    }

    /**
     * What the messages of an operation are validated by.
     *
     * @throws WebServiceException where they cannot be
     */
    private SchemaRules rules(Operation operation, boolean lax) {
        String reason = null;
        if (operation.style().isRpc()) {
            reason = "is of style rpc, whose messages no schema declares";
        } else if (references) {
            reason = "is of an interface that has values with XmlAttachmentRef";
        } else if (lax) {
            reason = "is called with " + LaxProperty.NAME + ": that takes what no schema does";
        }
        if (reason != null) {
            throw new WebServiceException("the property " + ValidationChoice.PROPERTY
                    + " is not supported for operation " + operation.name() + ", which " + reason);
        }
        return service().rules(port());
    }

    @SuppressWarnings("unchecked") // the parameter's type
    private static AsyncHandler<@Nullable Object> handler(@Nullable Object handler) {
        if (handler == null) {
            throw new WebServiceException("the AsyncHandler of an asynchronous call must not be null");
        }
        return (AsyncHandler<@Nullable Object>) handler;
    }

    /**
     * One slot for the result, then those of the parameters.
     *
     * @param async null where the arguments are in the order of the parameters
     */
    private static @Nullable Object[] values(
            Operation operation, @Nullable AsyncArguments async, @Nullable Object[] arguments) {
        @Nullable Object[] values = new @Nullable Object[operation.slots()];
        List<Parameter> parameters = operation.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            boolean out = parameter.mode() == Mode.OUT;
            int place = async == null ? i : async.places().get(i);
            if (place == AsyncArguments.NOWHERE) {
                if (out) {
                    continue; // it is in what the Response gives
                }
                throw new WebServiceException("the asynchronous method of "
                        + operation.method().getName() + " has no parameter for its parameter " + (i + 1));
            }
            Object argument = arguments[place];
            if (argument instanceof Holder<?> holder) {
                values[i + 1] = out ? null : holder.value;
            } else { // of a Holder's parameter too: one that is null has no value, and takes none
                values[i + 1] = argument;
            }
        }
        return values;
    }

    /** @param parts true where the request may have some, whatever the binding says */
    private SentEnvelope envelope(
            Invocation invocation, @Nullable SchemaRules rules, @Nullable Object[] values, boolean parts) {
        MessageCodec plain = invocation.codec().request();
        BodyCodec<@Nullable Object[]> request = rules == null ? plain : new ValidatedMessageCodec(plain, rules);
        List<XmlElement> headers =
                headerBlocks(invocation.input(), invocation.codec().operation().oneWay());
        try {
            request.check(values);
            headers.addAll(request.headerBlocks(values));
            InfosetEncoding encoding = encoding(parts);
            return encoding == null
                    ? SentEnvelope.write(
                            port().format(), headers, writer -> request.write(values, writer), packing(references))
                    : SentEnvelope.write(port().format(), headers, writer -> request.write(values, writer), encoding);
        } catch (WebServiceException e) {
            throw e;
        } catch (RuntimeException e) {
            // Of the values as well as of their writing: cycles, getters and adapters that fail, data that cannot be
            // read.
            throw new WebServiceException(
                    "the request of " + invocation.operation() + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** @param rules what the reply is validated by; null for nothing */
    private @Nullable Object result(
            OperationCodec codec,
            @Nullable SchemaRules rules,
            Invocation invocation,
            ReceivedEnvelope received,
            @Nullable Object[] arguments)
            throws Exception {
        @Nullable Object[] values = read(codec, rules, received);
        Operation operation = invocation.codec().operation();
        List<Parameter> parameters = operation.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).mode() != Mode.IN) {
                set(arguments[i], values[i + 1]);
            }
        }
        Class<?> type = operation.method().getReturnType();
        if (values[0] == null && type.isPrimitive() && type != void.class) {
            throw new WebServiceException(
                    "the answer of " + invocation.operation() + " has no value for its result of type " + type);
        }
        return type == void.class ? null : values[0];
    }

    @SuppressWarnings("unchecked") // the value is of the parameter's type
    private static void set(@Nullable Object holder, @Nullable Object value) {
        if (holder instanceof Holder<?> known) {
            ((Holder<@Nullable Object>) known).value = value;
        }
    }

    /** Of an asynchronous call; its Holders have their values before anybody gets the answer. */
    private @Nullable Object answer(
            OperationCodec codec,
            @Nullable SchemaRules rules,
            Invocation invocation,
            AsyncArguments async,
            ReceivedEnvelope received,
            @Nullable Object[] arguments)
            throws Exception {
        MessageCodec response = codec.response();
        Operation operation = codec.operation();
        if (invocation.whole() && response != null) {
            @Nullable Object[] blocks = new @Nullable Object[operation.slots()];
            Object bean = received.read(
                    envelope -> {
                        understand(envelope, operation);
                        return rules == null
                                ? response.readWrapper(envelope, false, blocks)
                                : new ValidatedMessageCodec(response, rules).readWrapper(envelope, false, blocks);
                    },
                    fault -> declared(codec, rules, fault));
            setHolders(operation, async, arguments, blocks);
            return bean;
        }
        @Nullable Object[] values = read(codec, rules, received);
        setHolders(operation, async, arguments, values);
        if (values[0] != null || operation.method().getReturnType() != void.class) {
            return values[0];
        }
        List<Parameter> parameters = operation.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).mode() != Mode.IN && !async.isHolder(parameters.get(i), i)) {
                return values[i + 1];
            }
        }
        return null;
    }

    private static void setHolders(
            Operation operation, AsyncArguments async, @Nullable Object[] arguments, @Nullable Object[] values) {
        List<Parameter> parameters = operation.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            if (async.isHolder(parameters.get(i), i)) {
                set(arguments[async.places().get(i)], values[i + 1]);
            }
        }
    }

    private @Nullable Object[] read(OperationCodec codec, @Nullable SchemaRules rules, ReceivedEnvelope received)
            throws Exception {
        MessageCodec response = codec.response();
        int slots = codec.operation().slots();
        @Nullable Object[] none = new @Nullable Object[slots];
        @Nullable Object[] values = received.read(
                envelope -> {
                    understand(envelope, codec.operation());
                    if (response == null) {
                        return none;
                    }
                    return rules == null
                            ? response.read(envelope, false)
                            : new ValidatedMessageCodec(response, rules).read(envelope, false);
                },
                fault -> declared(codec, rules, fault));
        return values == null ? none : values;
    }

    /** SOAP 1.2 Part 1, section 2.4: what must be understood is, or the message is refused. */
    private void understand(EnvelopeReader envelope, Operation operation) {
        requireAddressing(envelope);
        for (XmlElement block : envelope.headers()) {
            if (envelope.format().mustUnderstand(block)
                    && !WsAddressing.isAddressing(block)
                    && !isDeclared(block.name(), operation)
                    && !getBinding()
                            .handlers()
                            .headers()
                            .contains(new QName(
                                    block.name().namespace(), block.name().local()))) {
                throw new WebServiceException("the answer of operation " + operation.name() + " has the header block "
                        + block.name() + ", which must be understood and is not; let a SOAPHandler name it");
            }
        }
    }

    private static boolean isDeclared(XmlName block, Operation operation) {
        return operation.response() != null
                && operation.response().headerParts().stream()
                        .anyMatch(part -> part.element().equals(block));
    }

    private static @Nullable Exception declared(OperationCodec codec, @Nullable SchemaRules rules, SoapFault fault) {
        if (fault.detail().isEmpty()) {
            return null;
        }
        XmlElement detail = fault.detail().get(0);
        FaultCodec declared = codec.fault(detail.name());
        if (declared == null) {
            return null;
        }
        if (rules != null) {
            rules.requireDetail(
                    detail,
                    "the fault " + detail.name() + " of operation "
                            + codec.operation().name());
        }
        return declared.exception(fault.reason(), detail);
    }

    // ---------------------------------------------------------------- the other methods

    private @Nullable Object other(Object proxy, Method method, @Nullable Object[] arguments) throws Throwable {
        Class<?> declaring = method.getDeclaringClass();
        if (declaring == BindingProvider.class) {
            return switch (method.getName()) {
                case "getRequestContext" -> getRequestContext();
                case "getResponseContext" -> getResponseContext();
                case "getBinding" -> getBinding();
                default -> arguments.length == 0 ? getEndpointReference() : reference(arguments[0]);
            };
        }
        if (declaring == Closeable.class) {
            close();
            return null;
        }
        if (declaring == Object.class) {
            return switch (method.getName()) {
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> proxy == arguments[0];
                default -> "client of " + type.type().getName() + ", port " + port().name();
            };
        }
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        throw new WebServiceException(method + " is no operation of the service");
    }

    @SuppressWarnings("unchecked") // checked by the method that is called
    private Object reference(@Nullable Object type) {
        if (type == null) {
            throw new WebServiceException("the class of an endpoint reference must not be null");
        }
        return getEndpointReference((Class<jakarta.xml.ws.EndpointReference>) type);
    }
}
