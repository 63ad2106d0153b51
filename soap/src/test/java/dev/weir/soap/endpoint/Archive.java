package dev.weir.soap.endpoint;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.jws.soap.SOAPBinding.ParameterStyle;

/** The archive, as a client made of Java sees it. */
@WebService(targetNamespace = ArchiveServer.NAMESPACE)
@SOAPBinding(parameterStyle = ParameterStyle.BARE)
public interface Archive {
    @WebMethod
    @WebResult(name = "content", targetNamespace = ArchiveServer.NAMESPACE)
    byte[] keep(@WebParam(name = "content", targetNamespace = ArchiveServer.NAMESPACE) byte[] content);
}
