package dev.weir.bench.service;

import dev.weir.soap.jaxws.feature.NonBlocking;
import jakarta.jws.WebService;

/** The same service, which says that its operations never wait. Thread-safe. */
@NonBlocking
@WebService(
        endpointInterface = "dev.weir.bench.service.BenchService",
        targetNamespace = BenchService.NAMESPACE,
        serviceName = "BenchService",
        portName = "BenchPort")
public final class NonBlockingBean extends BenchServiceBean {}
