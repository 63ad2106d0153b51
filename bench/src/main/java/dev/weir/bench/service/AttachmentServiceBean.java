package dev.weir.bench.service;

import jakarta.activation.DataHandler;
import jakarta.jws.WebService;

/** Answers with base64 in the text. Thread-safe. */
@WebService(
        endpointInterface = "dev.weir.bench.service.AttachmentService",
        targetNamespace = AttachmentService.NAMESPACE,
        serviceName = "AttachmentService",
        portName = "AttachmentPort")
public class AttachmentServiceBean implements AttachmentService {
    @Override
    public byte[] echoBytes(byte[] data) {
        return data;
    }

    @Override
    public DataHandler echoStream(DataHandler data) {
        return data;
    }
}
