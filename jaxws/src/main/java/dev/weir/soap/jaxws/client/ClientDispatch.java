package dev.weir.soap.jaxws.client;

import dev.weir.soap.jaxws.client.DispatchForm.Outgoing;
import dev.weir.soap.jaxws.client.EnvelopeCall.Answer;
import dev.weir.soap.jaxws.model.ValidationChoice;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.WebServiceException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Sends messages that the program makes itself, as XML or as objects. */
final class ClientDispatch<T> extends PortClient implements Dispatch<T> {
    private final DispatchForm<T> form;

    ClientDispatch(
            ClientService service,
            ClientPort port,
            ClientFeatures features,
            List<XmlElement> referenceParameters,
            DispatchForm<T> form) {
        super(service, port, features, referenceParameters);
        this.form = form;
    }

    private Outgoing outgoing(T message, boolean oneWay) {
        Object action = getRequestContext().get(BindingProvider.SOAPACTION_URI_PROPERTY);
        if (isAddressed() && action == null) {
            throw new WebServiceException("a Dispatch with WS-Addressing needs an action; put one into the request"
                    + " context by " + BindingProvider.SOAPACTION_URI_PROPERTY);
        }
        if (ValidationChoice.ofClient(getRequestContext().get(ValidationChoice.PROPERTY))
                .any()) {
            throw new WebServiceException("the property " + ValidationChoice.PROPERTY
                    + " is not supported for a Dispatch, whose messages are the program's own; do without it");
        }
        try {
            return form.write(
                    port().format(),
                    headerBlocks(action == null ? null : action.toString(), oneWay),
                    message,
                    packing(false));
        } catch (WebServiceException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new WebServiceException("the message of a Dispatch cannot be written: " + e.getMessage(), e);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // a reply without payload is null, as the standard has it
    public T invoke(T message) {
        Outgoing outgoing = outgoing(message, false);
        ReceivedEnvelope received = call(outgoing.action(), Answer.IF_ANY).run(outgoing.sent(), null);
        respond(received.context());
        try {
            return read(received);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new WebServiceException(e);
        }
    }

    /** Null for a reply without payload, and where there is none. */
    private @Nullable T read(ReceivedEnvelope received) throws Exception {
        return received.isEmpty() ? null : form.read(port().format(), received);
    }

    @Override
    public Response<T> invokeAsync(T message) {
        return start(message, null);
    }

    @Override
    public Future<?> invokeAsync(T message, AsyncHandler<T> handler) {
        return start(message, handler);
    }

    @SuppressWarnings("NullAway") // a reply without payload is null, as the standard has it
    private PendingResponse<T> start(T message, @Nullable AsyncHandler<T> handler) {
        Outgoing outgoing = outgoing(message, false);
        Executor executor = service().getExecutor();
        return PendingResponse.of(
                call(outgoing.action(), Answer.IF_ANY).start(outgoing.sent(), null, executor),
                this::read,
                handler,
                executor);
    }

    @Override
    public void invokeOneWay(T message) {
        Outgoing outgoing = outgoing(message, true);
        respond(call(outgoing.action(), Answer.NONE).run(outgoing.sent(), null).context());
    }
}
