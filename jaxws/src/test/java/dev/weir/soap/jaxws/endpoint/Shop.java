package dev.weir.soap.jaxws.endpoint;

import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebParam.Mode;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebFault;
import java.math.BigDecimal;
import java.util.List;

/** A service endpoint interface with a bit of everything in document/literal wrapped style. */
@WebService(targetNamespace = "urn:test:shop", name = "Shop")
public interface Shop {
    /** A line of an order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Line", namespace = "urn:test:shop:types")
    class Line {
        public String article;
        public int count;
        public BigDecimal price;

        public Line() {}

        public Line(String article, int count, String price) {
            this.article = article;
            this.count = count;
            this.price = new BigDecimal(price);
        }
    }

    /** An exception without a fault bean of its own. */
    @WebFault(name = "SoldOut", targetNamespace = "urn:test:shop")
    class SoldOut extends Exception {
        private static final long serialVersionUID = 1;
        private final String article;
        private int left;

        public SoldOut(String message) {
            this(message, "", 0);
        }

        public SoldOut(String message, String article, int left) {
            super(message);
            this.article = article;
            this.left = left;
        }

        public String getArticle() {
            return article;
        }

        public int getLeft() {
            return left;
        }

        public void setLeft(int left) {
            this.left = left;
        }
    }

    /** The bean of {@link Refused}. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "RefusedInfo", namespace = "urn:test:shop:types")
    class RefusedInfo {
        public int code;
    }

    /** An exception as wsimport generates it. */
    @WebFault(name = "refused", targetNamespace = "urn:test:shop:types")
    class Refused extends Exception {
        private static final long serialVersionUID = 1;
        private final transient RefusedInfo info;

        public Refused(String message, RefusedInfo info) {
            super(message);
            this.info = info;
        }

        public Refused(String message, RefusedInfo info, Throwable cause) {
            super(message, cause);
            this.info = info;
        }

        public RefusedInfo getFaultInfo() {
            return info;
        }
    }

    @WebResult(name = "total")
    BigDecimal total(@WebParam(name = "line") List<Line> lines, @WebParam(name = "factor") int factor);

    double[] doubles(double[] values);

    byte[] bytes(byte[] values);

    void swap(
            @WebParam(name = "a", mode = Mode.INOUT) Holder<String> a,
            @WebParam(name = "b", mode = Mode.INOUT) Holder<String> b,
            @WebParam(name = "length", mode = Mode.OUT) Holder<Integer> length);

    String headed(
            @WebParam(name = "token", header = true) String token,
            @WebParam(name = "receipt", header = true, mode = Mode.OUT) Holder<String> receipt,
            @WebParam(name = "text") String text);

    void nothing();

    @WebMethod(operationName = "order", action = "urn:test:order")
    String place(@WebParam(name = "article") String article) throws SoldOut, Refused;

    @Oneway
    void note(@WebParam(name = "text") String text);

    @WebMethod(operationName = "context")
    String context();
}
