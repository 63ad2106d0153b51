package dev.weir.soap.jaxws.endpoint;

import dev.weir.bind.context.ReflectiveAccess;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFault.Code;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.BodyCodec;
import dev.weir.soap.jaxws.body.FaultCodec;
import dev.weir.soap.jaxws.body.MessageCodec;
import dev.weir.soap.jaxws.body.OperationCodec;
import dev.weir.soap.jaxws.body.SchemaRules;
import dev.weir.soap.jaxws.body.ValidatedMessageCodec;
import dev.weir.soap.jaxws.feature.NonBlocking;
import dev.weir.soap.jaxws.model.EndpointInterface;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.jaxws.model.Parameter;
import dev.weir.soap.jaxws.model.Part;
import dev.weir.soap.jaxws.model.Style;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.step.Invocation;
import dev.weir.soap.step.ServedOperation;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.ws.Holder;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A method of an implementation as an operation: values of the request in, values of the reply or a fault out. */
final class MethodOperation implements ServedOperation<@Nullable Object[]> {
    private static final Logger LOG = System.getLogger(MethodOperation.class.getName());

    private final EndpointInterface type;
    private final Operation operation;
    private final OperationCodec codec;
    private final BodyCodec<@Nullable Object[]> input;
    private final @Nullable BodyCodec<@Nullable Object[]> output;
    private final @Nullable SchemaRules ofFaults;
    private final String soapAction;
    private final @Nullable Actions actions;
    private final MethodHandle method;
    private final Parameter[] parameters;
    private final Set<XmlName> headers;
    private final boolean nonBlocking;

    /**
     * @param requests what requests are validated by; null for nothing
     * @param replies what replies and declared faults are validated by; null for nothing
     * @param soapAction empty for none
     * @param actions WS-Addressing actions; null for none
     * @param handled the header blocks that handlers understand
     */
    MethodOperation(
            EndpointInterface type,
            Object implementor,
            OperationCodec codec,
            @Nullable SchemaRules requests,
            @Nullable SchemaRules replies,
            String soapAction,
            @Nullable Actions actions,
            Collection<QName> handled) {
        this.type = type;
        this.operation = codec.operation();
        this.codec = codec;
        this.input = requests == null ? codec.request() : new ValidatedMessageCodec(codec.request(), requests);
        MessageCodec response = codec.response();
        this.output = response == null || replies == null ? response : new ValidatedMessageCodec(response, replies);
        this.ofFaults = replies;
        this.soapAction = soapAction;
        this.actions = actions;
        this.parameters = operation.parameters().toArray(new Parameter[0]);
        this.method = handle(implementor, operation.method());
        this.nonBlocking = isNonBlocking(implementor, operation.method());
        this.headers = operation.request().headerParts().stream()
                .map(Part::element)
                .collect(Collectors.toCollection(HashSet::new));
        handled.forEach(name -> headers.add(XmlName.of(name.getNamespaceURI(), name.getLocalPart())));
    }

    /** A handle (Object[])Object on the implementor's method. */
    private static MethodHandle handle(Object implementor, Method declared) {
        Method method = declared;
        if (!declared.getDeclaringClass().isInstance(implementor)) {
            try {
                method = implementor.getClass().getMethod(declared.getName(), declared.getParameterTypes());
            } catch (NoSuchMethodException e) {
                throw new InterfaceException(
                        implementor.getClass().getName() + " must have the public method " + declared.toGenericString()
                                + " of its endpointInterface",
                        e);
            }
        }
        try {
            ReflectiveAccess.open(method, method.getDeclaringClass());
            return MethodHandles.lookup()
                    .unreflect(method)
                    .bindTo(implementor)
                    .asFixedArity()
                    .asSpreader(Object[].class, method.getParameterCount())
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (IllegalAccessException e) {
            throw ReflectiveAccess.inaccessible(method.getDeclaringClass(), e);
        }
    }

    private static boolean isNonBlocking(Object implementor, Method declared) {
        boolean said = declared.isAnnotationPresent(NonBlocking.class)
                || declared.getDeclaringClass().isAnnotationPresent(NonBlocking.class)
                || implementor.getClass().isAnnotationPresent(NonBlocking.class);
        for (Class<?> type = implementor.getClass(); type != null && !said; type = type.getSuperclass()) {
            said = saysNonBlocking(type, declared);
        }
        return said;
    }

    /** True where a class has the method itself, with the annotation. */
    private static boolean saysNonBlocking(Class<?> type, Method declared) {
        try {
            return type.getDeclaredMethod(declared.getName(), declared.getParameterTypes())
                    .isAnnotationPresent(NonBlocking.class);
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /** True where the method never waits. */
    boolean isNonBlocking() {
        return nonBlocking;
    }

    /** The method of the interface. */
    Method method() {
        return operation.method();
    }

    /** True where nobody has said what the WS-Addressing action of requests is. */
    boolean hasDefaultAction() {
        return actions == null
                || actions.input()
                        .equals(Actions.byName(
                                type.portType(), operation.name() + (operation.oneWay() ? "" : "Request")));
    }

    @Override
    public String name() {
        return operation.name();
    }

    @Override
    public String soapAction() {
        return soapAction;
    }

    @Override
    public @Nullable Actions actions() {
        return actions;
    }

    @Override
    public Set<XmlName> headers() {
        return headers;
    }

    @Override
    public BodyCodec<@Nullable Object[]> input() {
        return input;
    }

    @Override
    public @Nullable BodyCodec<@Nullable Object[]> output() {
        return output;
    }

    /** They are in the context of the call. */
    @Override
    public boolean takesOtherParts() {
        return true;
    }

    @Override
    public @Nullable CompletionStage<?> invoke(Invocation<@Nullable Object[]> invocation) {
        ServerCall call = ServerCall.current();
        if (call != null) {
            call.separated(invocation.attachments());
            call.dispatched(operation, invocation.headers());
        }
        @Nullable Object[] arguments = arguments(invocation.input());
        if (operation.oneWay()) {
            later(call, arguments, held(invocation));
            return null;
        }
        Executor workers = call == null || nonBlocking ? null : call.workers();
        if (call != null && workers != null) {
            return onWorker(workers, call, () -> reply(invocation, arguments));
        }
        reply(invocation, arguments);
        return null;
    }

    /** Leaves the event loop for a method that may wait. */
    private static CompletionStage<?> onWorker(Executor workers, ServerCall call, Runnable work) {
        try {
            return CompletableFuture.runAsync(() -> call.runPlain(work), workers);
        } catch (RejectedExecutionException stopping) {
            throw new SoapFaultException(SoapFault.receiver("The service is stopping; try again later."), 503);
        }
    }

    /** Calls the method, and gives the invocation what comes of it. */
    private void reply(Invocation<@Nullable Object[]> invocation, @Nullable Object[] arguments) {
        @Nullable Object[] values = invocation.input();
        try {
            values[0] = method.invokeExact(arguments);
        } catch (Throwable thrown) {
            fault(invocation, thrown);
            return;
        }
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].holder()) {
                Holder<?> holder = (Holder<?>) arguments[i];
                values[i + 1] = holder == null ? null : holder.value;
            }
        }
        ServerCall call = ServerCall.current();
        if (call != null) {
            invocation.attach(call.attachments());
        }
        SoapFault noReply = nullInReply(values);
        if (noReply == null) {
            invocation.reply(values);
        } else {
            invocation.fault(noReply);
        }
    }

    /** In rpc/literal no part of a message may be null (WS-I Basic Profile R2211): the caller and the log read which. */
    private @Nullable SoapFault nullInReply(@Nullable Object[] values) {
        MessageCodec response = codec.response();
        if (operation.style() == Style.RPC && response != null) {
            try {
                response.check(values);
            } catch (IllegalArgumentException isNull) {
                LOG.log(Level.ERROR, "{0} cannot be answered: {1}", this, isNull.getMessage());
                return SoapFault.receiver("The service has no reply: " + isNull.getMessage() + ".");
            }
        }
        return null;
    }

    private @Nullable Object[] arguments(@Nullable Object[] values) {
        @Nullable Object[] arguments = new @Nullable Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            Object value = values[i + 1];
            if (parameters[i].holder()) {
                arguments[i] = new Holder<>(value);
            } else if (value == null && parameters[i].rawType().isPrimitive()) {
                throw new SoapFaultException(SoapFault.sender("Parameter " + (i + 1) + " of operation "
                        + operation.name() + " must have a value that is not nil."));
            } else {
                arguments[i] = value;
            }
        }
        return arguments;
    }

    /** The caller of a one-way operation has its answer before the method is called. */
    private void later(@Nullable ServerCall call, @Nullable Object[] arguments, Runnable held) {
        if (call != null) {
            call.outlivesRequest();
        }
        try {
            EndpointHosts.ONE_WAY.execute(() -> {
                try {
                    if (call == null) {
                        method.invoke(arguments);
                    } else {
                        call.run(() -> invokeChecked(arguments));
                    }
                } catch (Throwable thrown) {
                    LOG.log(Level.ERROR, "the one-way operation " + operation.name() + " has failed", thrown);
                } finally {
                    held.run();
                }
            });
        } catch (RejectedExecutionException full) {
            held.run();
            throw new SoapFaultException(SoapFault.receiver("The service is busy; try again later."), 503);
        }
    }

    /** Keeps what the arguments are in, beyond the answer, until what is returned is run. */
    private static Runnable held(Invocation<?> invocation) {
        MimeMessage attachments = invocation.attachments();
        Runnable parts = attachments == null ? () -> {} : attachments.hold();
        Runnable memory = invocation.keepMemory();
        return () -> {
            parts.run();
            memory.run();
        };
    }

    private @Nullable Object invokeChecked(@Nullable Object[] arguments) throws Exception {
        try {
            return method.invoke(arguments);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new CompletionException(e);
        }
    }

    /** Answers with the fault that an exception is; one that the operation does not declare is thrown on, to be logged. */
    private void fault(Invocation<@Nullable Object[]> invocation, Throwable thrown) {
        FaultCodec declared = codec.fault(thrown);
        if (declared != null && thrown instanceof Exception checked) {
            String message = thrown.getMessage();
            XmlElement detail = declared.detail(checked);
            if (ofFaults != null) {
                requireValid(ofFaults, detail, thrown);
            }
            SoapFault fault = new SoapFault(
                    Code.RECEIVER,
                    SoapFault.NO_SUBCODE,
                    message == null ? declared.element().local() : message,
                    List.of(detail));
            invocation.fault(fault, type.faultAction(operation, declared.fault()));
            return;
        }
        if (thrown instanceof jakarta.xml.ws.soap.SOAPFaultException raised && raised.getFault() != null) {
            invocation.fault(SaajFaults.read(raised.getFault()));
            return;
        }
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        throw new CompletionException(thrown);
    }

    /** The log has both: why the fault is not sent, and what the method has thrown. */
    private void requireValid(SchemaRules rules, XmlElement detail, Throwable thrown) {
        try {
            rules.requireDetail(detail, "the fault " + detail.name() + " of " + this);
        } catch (IllegalStateException invalid) {
            invalid.addSuppressed(thrown);
            throw invalid;
        }
    }

    @Override
    public String toString() {
        return "operation " + operation.name();
    }
}
