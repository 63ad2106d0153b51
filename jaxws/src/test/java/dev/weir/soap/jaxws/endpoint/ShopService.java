package dev.weir.soap.jaxws.endpoint;

import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.xml.namespace.QName;

/** The implementation that tests publish. */
@WebService(
        endpointInterface = "dev.weir.soap.jaxws.endpoint.Shop",
        targetNamespace = "urn:test:shop",
        serviceName = "ShopService",
        portName = "ShopPort")
public class ShopService implements Shop {
    final BlockingQueue<String> notes = new LinkedBlockingQueue<>();

    @Resource
    private WebServiceContext context;

    @Override
    public BigDecimal total(List<Line> lines, int factor) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Line line : lines) {
            sum = sum.add(line.price.multiply(BigDecimal.valueOf(line.count)));
        }
        return sum.multiply(BigDecimal.valueOf(factor));
    }

    @Override
    public double[] doubles(double[] values) {
        return values;
    }

    @Override
    public byte[] bytes(byte[] values) {
        return values;
    }

    @Override
    public void swap(Holder<String> a, Holder<String> b, Holder<Integer> length) {
        String kept = a.value;
        a.value = b.value;
        b.value = kept;
        length.value = a.value.length() + b.value.length();
    }

    @Override
    public String headed(String token, Holder<String> receipt, String text) {
        receipt.value = "receipt for " + token;
        return text;
    }

    @Override
    public void nothing() {}

    @Override
    public String place(String article) throws SoldOut, Refused {
        switch (article) {
            case "sold" -> throw new SoldOut("No more of it.", article, 3);
            case "refused" -> {
                RefusedInfo info = new RefusedInfo();
                info.code = 42;
                throw new Refused("Not for you.", info);
            }
            case "soap" -> throw new SOAPFaultException(soapFault());
            case "broken" -> throw new IllegalStateException("the password is secret");
            default -> {
                return "placed " + article;
            }
        }
    }

    private static SOAPFault soapFault() {
        try {
            return SOAPFactory.newInstance().createFault("By hand.", new QName("urn:test:codes", "Own"));
        } catch (SOAPException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void note(String text) {
        notes.add(text + " by "
                + ((QName) context.getMessageContext().get(MessageContext.WSDL_OPERATION)).getLocalPart());
    }

    @Override
    public String context() {
        MessageContext message = context.getMessageContext();
        Map<?, ?> fields = (Map<?, ?>) message.get(MessageContext.HTTP_REQUEST_HEADERS);
        message.put(MessageContext.HTTP_RESPONSE_HEADERS, Map.of("X-Answer", List.of("forty-two")));
        return message.get(MessageContext.HTTP_REQUEST_METHOD) + " " + fields.containsKey("content-type") + " "
                + message.get(MessageContext.WSDL_SERVICE) + " " + message.get(MessageContext.WSDL_OPERATION);
    }
}
