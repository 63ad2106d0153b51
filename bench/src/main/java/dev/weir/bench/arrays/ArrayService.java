package dev.weir.bench.arrays;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;

/**
 * The nineteen operations of soap_bench: nothing at all, and of each kind of array to give it back, to count it, and to make it.
 * Arrays of primitives are lists of elements, as everything that is made from code has them; bytes are base64.
 */
@WebService(name = "ArrayService", targetNamespace = ArrayService.NAMESPACE)
public interface ArrayService {
    String NAMESPACE = "http://examples.weir.dev/arrays/1.0";

    @WebMethod
    void echoVoid();

    @WebMethod
    @WebResult(name = "item")
    byte[] echoBase64(@WebParam(name = "item") byte[] input);

    @WebMethod
    @WebResult(name = "count")
    int receiveBase64(@WebParam(name = "item") byte[] input);

    @WebMethod
    @WebResult(name = "item")
    byte[] sendBase64(@WebParam(name = "size") int size);

    @WebMethod
    @WebResult(name = "item")
    String[] echoStrings(@WebParam(name = "item") String[] input);

    @WebMethod
    @WebResult(name = "count")
    int receiveStrings(@WebParam(name = "item") String[] input);

    @WebMethod
    @WebResult(name = "item")
    String[] sendStrings(@WebParam(name = "size") int size);

    @WebMethod
    @WebResult(name = "item")
    int[] echoInts(@WebParam(name = "item") int[] input);

    @WebMethod
    @WebResult(name = "count")
    int receiveInts(@WebParam(name = "item") int[] input);

    @WebMethod
    @WebResult(name = "item")
    int[] sendInts(@WebParam(name = "size") int size);

    @WebMethod
    @WebResult(name = "item")
    double[] echoDoubles(@WebParam(name = "item") double[] input);

    @WebMethod
    @WebResult(name = "count")
    int receiveDoubles(@WebParam(name = "item") double[] input);

    @WebMethod
    @WebResult(name = "item")
    double[] sendDoubles(@WebParam(name = "size") int size);

    @WebMethod
    @WebResult(name = "item")
    SimpleEvent[] echoSimpleEvents(@WebParam(name = "item") SimpleEvent[] input);

    @WebMethod
    @WebResult(name = "count")
    int receiveSimpleEvents(@WebParam(name = "item") SimpleEvent[] input);

    @WebMethod
    @WebResult(name = "item")
    SimpleEvent[] sendSimpleEvents(@WebParam(name = "size") int size);

    @WebMethod
    @WebResult(name = "item")
    MeshInterfaceObject[] echoMeshInterfaceObjects(@WebParam(name = "item") MeshInterfaceObject[] input);

    @WebMethod
    @WebResult(name = "count")
    int receiveMeshInterfaceObjects(@WebParam(name = "item") MeshInterfaceObject[] input);

    @WebMethod
    @WebResult(name = "item")
    MeshInterfaceObject[] sendMeshInterfaceObjects(@WebParam(name = "size") int size);
}
