package dev.weir.soap.jaxws.handler;

import dev.weir.soap.envelope.EnvelopeFormat;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPHeader;
import jakarta.xml.soap.SOAPHeaderElement;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;

/** What a SOAP handler sees: the whole message, which is made when it asks for it. */
final class SoapContext extends HandlerContext implements SOAPMessageContext {
    SoapContext(MessageProperties properties, HandledMessage message) {
        super(properties, message);
    }

    @Override
    public SOAPMessage getMessage() {
        return message.soapMessage();
    }

    @Override
    public void setMessage(SOAPMessage changed) {
        message.soapMessage(changed);
    }

    /** The header blocks of a name; without {@code allRoles} those for the roles of this node only. */
    @Override
    public Object[] getHeaders(QName name, JAXBContext context, boolean allRoles) {
        List<Object> found = new ArrayList<>();
        try {
            SOAPHeader header = getMessage().getSOAPHeader();
            if (header != null) {
                Unmarshaller unmarshaller = context.createUnmarshaller();
                for (Iterator<SOAPHeaderElement> blocks = header.examineAllHeaderElements(); blocks.hasNext(); ) {
                    SOAPHeaderElement block = blocks.next();
                    String actor = block.getActor();
                    boolean forUs = allRoles
                            || actor == null
                            || actor.isEmpty()
                            || getRoles().contains(actor);
                    if (forUs && block.getElementQName().equals(name)) {
                        found.add(unmarshaller.unmarshal(block));
                    }
                }
            }
        } catch (SOAPException | JAXBException e) {
            throw new WebServiceException("the header " + name + " cannot be read: " + e.getMessage(), e);
        }
        return found.toArray();
    }

    @Override
    public Set<String> getRoles() {
        return message.format() == EnvelopeFormat.SOAP_12
                ? Set.of(
                        "http://www.w3.org/2003/05/soap-envelope/role/next",
                        "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver")
                : Set.of("http://schemas.xmlsoap.org/soap/actor/next");
    }
}
