package dev.weir.bench.service;

import jakarta.jws.WebService;
import jakarta.xml.ws.soap.MTOM;

/** Answers with the bytes in a MIME part of their own (XOP). Thread-safe. */
@MTOM
@WebService(
        endpointInterface = "dev.weir.bench.service.AttachmentService",
        targetNamespace = AttachmentService.NAMESPACE,
        serviceName = "AttachmentService",
        portName = "AttachmentPort")
public final class MtomServiceBean extends AttachmentServiceBean {}
