package dev.weir.bench.service;

import dev.weir.bench.bind.OrderEnvelope;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import java.util.List;

/** Arrays both ways, as the suite of Indiana University has them, and purchase orders, as WSTest has them. */
@WebService(name = "BenchService", targetNamespace = BenchService.NAMESPACE)
public interface BenchService {
    String NAMESPACE = "http://examples.weir.dev/bench/1.0";
    String ORDERS = "http://examples.weir.dev/orders/1.0";

    @WebMethod
    void echoVoid();

    @WebMethod
    @WebResult(name = "text")
    List<String> echoStrings(@WebParam(name = "text") List<String> texts);

    /** Returns the number of values and their sum, so that each must have been read. */
    @WebMethod
    @WebResult(name = "summary")
    String receiveDoubles(@WebParam(name = "value") double[] values);

    /** Returns the square roots of the numbers from 0. */
    @WebMethod
    @WebResult(name = "value")
    double[] sendDoubles(@WebParam(name = "count") int count);

    /** As {@link #receiveDoubles}, in the form that tools generate from a WSDL. */
    @WebMethod
    @WebResult(name = "summary")
    String receiveDoubleList(@WebParam(name = "value") List<Double> values);

    /** As {@link #sendDoubles}, in the form that tools generate from a WSDL. */
    @WebMethod
    @WebResult(name = "value")
    List<Double> sendDoubleList(@WebParam(name = "count") int count);

    /** Returns the order's number, its lines and the sum of their amounts. */
    @WebMethod
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    @WebResult(name = "Receipt", targetNamespace = ORDERS)
    String processOrder(@WebParam(name = "PurchaseOrder", targetNamespace = ORDERS) OrderEnvelope.Order order);

    /**
     * Returns an order.
     *
     * @param bytes what it takes as a document, about
     */
    @WebMethod
    @WebResult(name = "PurchaseOrder", targetNamespace = ORDERS)
    OrderEnvelope.Order getOrder(@WebParam(name = "bytes") int bytes);
}
