package dev.weir.soap.jaxws.client;

import dev.weir.soap.jaxws.client.DispatchForm.Outgoing;
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
        ReceivedEnvelope received = call(outgoing.action(), false).run(outgoing.sent(), null);
        respond(received.context());
        try {
            return form.read(port().format(), received);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new WebServiceException(e);
        }
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
                call(outgoing.action(), false).start(outgoing.sent(), null, executor),
                received -> form.read(port().format(), received),
                handler,
                executor);
    }

    @Override
    public void invokeOneWay(T message) {
        Outgoing outgoing = outgoing(message, true);
        respond(call(outgoing.action(), true).run(outgoing.sent(), null).context());
    }
}
