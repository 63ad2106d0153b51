package dev.weir.soap.jaxws.client;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;
import jakarta.xml.ws.WebFault;
import java.util.ArrayList;
import java.util.List;

/** A service in the manner of generated interfaces. */
@WebService(name = "Desk", targetNamespace = Desk.NAMESPACE)
public interface Desk {
    String NAMESPACE = "urn:desk";

    @WebMethod(action = "urn:desk#add")
    @RequestWrapper(localName = "add", targetNamespace = NAMESPACE, className = "dev.weir.soap.jaxws.client.Desk$Add")
    @ResponseWrapper(
            localName = "addResponse",
            targetNamespace = NAMESPACE,
            className = "dev.weir.soap.jaxws.client.Desk$AddResponse")
    @WebResult(name = "sum")
    int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b);

    @WebResult(name = "order")
    Order approve(@WebParam(name = "order") Order order);

    @WebResult(name = "previous")
    String rename(
            @WebParam(name = "name", mode = WebParam.Mode.INOUT) Holder<String> name,
            @WebParam(name = "length", mode = WebParam.Mode.OUT) Holder<Integer> length);

    @WebResult(name = "greeting")
    String greet(
            @WebParam(name = "name") String name,
            @WebParam(name = "language", header = true, targetNamespace = NAMESPACE) String language,
            @WebParam(name = "ticket", header = true, targetNamespace = NAMESPACE, mode = WebParam.Mode.INOUT)
                    Holder<String> ticket);

    @WebResult(name = "roots")
    List<Double> roots(@WebParam(name = "count") int count);

    void refuse(@WebParam(name = "why") String why) throws Refused;

    @Oneway
    void note(@WebParam(name = "text") String text);

    @XmlRootElement(name = "add", namespace = NAMESPACE)
    @XmlType(name = "add", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    class Add {
        private int a;
        private int b;

        public int getA() {
            return a;
        }

        public void setA(int value) {
            a = value;
        }

        public int getB() {
            return b;
        }

        public void setB(int value) {
            b = value;
        }
    }

    @XmlRootElement(name = "addResponse", namespace = NAMESPACE)
    @XmlType(name = "addResponse", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    class AddResponse {
        private int sum;

        public int getSum() {
            return sum;
        }

        public void setSum(int value) {
            sum = value;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Order", namespace = NAMESPACE)
    class Order {
        @XmlAttribute
        public int number;

        @XmlElement(required = true)
        public String customer;

        public List<String> items = new ArrayList<>();
        public Boolean approved;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Refusal", namespace = NAMESPACE)
    class Refusal {
        public String why;
        public int code;
    }

    @WebFault(name = "Refused", targetNamespace = NAMESPACE)
    class Refused extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Refusal info;

        public Refused(String message, Refusal info) {
            super(message);
            this.info = info;
        }

        public Refused(String message, Refusal info, Throwable cause) {
            super(message, cause);
            this.info = info;
        }

        public Refusal getFaultInfo() {
            return info;
        }
    }
}
