package dev.weir.soap.jaxws.handler;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.util.JAXBSource;
import jakarta.xml.ws.LogicalMessage;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.LogicalMessageContext;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;

/** What a logical handler sees: the payload, as XML or as an object. */
final class LogicalContext extends HandlerContext implements LogicalMessageContext, LogicalMessage {
    LogicalContext(MessageProperties properties, HandledMessage message) {
        super(properties, message);
    }

    @Override
    public LogicalMessage getMessage() {
        return this;
    }

    @Override
    public @Nullable Source getPayload() {
        return message.payload();
    }

    @Override
    public void setPayload(Source payload) {
        message.payload(payload);
    }

    @Override
    public @Nullable Object getPayload(JAXBContext context) {
        try {
            return message.payload(context);
        } catch (JAXBException e) {
            throw new WebServiceException("the payload of a message cannot be unmarshalled: " + e, e);
        }
    }

    @Override
    public void setPayload(Object payload, JAXBContext context) {
        try {
            message.payload(new JAXBSource(context, payload));
        } catch (JAXBException e) {
            throw new WebServiceException("the payload of a message cannot be marshalled: " + e, e);
        }
    }
}
