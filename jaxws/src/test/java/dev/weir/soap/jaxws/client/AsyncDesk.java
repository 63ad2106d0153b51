package dev.weir.soap.jaxws.client;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.ResponseWrapper;
import java.util.concurrent.Future;

/** A part of {@link Desk} for clients, with asynchronous methods as the tools generate them. */
@WebService(name = "Desk", targetNamespace = Desk.NAMESPACE)
public interface AsyncDesk {
    @WebMethod(action = "urn:desk#add")
    @RequestWrapper(
            localName = "add",
            targetNamespace = Desk.NAMESPACE,
            className = "dev.weir.soap.jaxws.client.Desk$Add")
    @ResponseWrapper(
            localName = "addResponse",
            targetNamespace = Desk.NAMESPACE,
            className = "dev.weir.soap.jaxws.client.Desk$AddResponse")
    @WebResult(name = "sum")
    int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b);

    @WebMethod(operationName = "add", action = "urn:desk#add")
    @RequestWrapper(
            localName = "add",
            targetNamespace = Desk.NAMESPACE,
            className = "dev.weir.soap.jaxws.client.Desk$Add")
    @ResponseWrapper(
            localName = "addResponse",
            targetNamespace = Desk.NAMESPACE,
            className = "dev.weir.soap.jaxws.client.Desk$AddResponse")
    Response<Desk.AddResponse> addAsync(@WebParam(name = "a") int a, @WebParam(name = "b") int b);

    @WebMethod(operationName = "add", action = "urn:desk#add")
    @RequestWrapper(
            localName = "add",
            targetNamespace = Desk.NAMESPACE,
            className = "dev.weir.soap.jaxws.client.Desk$Add")
    @ResponseWrapper(
            localName = "addResponse",
            targetNamespace = Desk.NAMESPACE,
            className = "dev.weir.soap.jaxws.client.Desk$AddResponse")
    Future<?> addAsync(
            @WebParam(name = "a") int a,
            @WebParam(name = "b") int b,
            @WebParam(name = "asyncHandler") AsyncHandler<Desk.AddResponse> handler);

    @WebResult(name = "previous")
    String rename(
            @WebParam(name = "name", mode = WebParam.Mode.INOUT) Holder<String> name,
            @WebParam(name = "length", mode = WebParam.Mode.OUT) Holder<Integer> length);
}
