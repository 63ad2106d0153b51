package dev.weir.bench.service;

import jakarta.activation.DataHandler;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlMimeType;

/** Sends bytes back, held in memory or as a stream. */
@WebService(name = "AttachmentService", targetNamespace = AttachmentService.NAMESPACE)
public interface AttachmentService {
    String NAMESPACE = "http://examples.weir.dev/attachments/1.0";

    @WebMethod
    @WebResult(name = "data")
    byte[] echoBytes(@WebParam(name = "data") byte[] data);

    @WebMethod
    @WebResult(name = "data")
    @XmlMimeType("application/octet-stream")
    DataHandler echoStream(@WebParam(name = "data") @XmlMimeType("application/octet-stream") DataHandler data);
}
