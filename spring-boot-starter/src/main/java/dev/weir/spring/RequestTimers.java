package dev.weir.spring;

import dev.weir.servlet.RequestObserver;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Times requests by service, operation and outcome. The names are those of published services, so that peers cannot make
 * up new ones. Thread-safe.
 */
final class RequestTimers implements RequestObserver {
    private final MeterRegistry registry;
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    RequestTimers(MeterRegistry registry) {
        this.registry = registry;
    }

    private record Key(QName service, QName port, String operation, int status) {}

    @Override
    public void answered(QName service, QName port, @Nullable String operation, int status, long nanos) {
        timers.computeIfAbsent(new Key(service, port, operation == null ? "none" : operation, status), this::timer)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Key key) {
        return Timer.builder("weir.soap.server.requests")
                .description("Requests to SOAP services.")
                .tag("service", key.service.getLocalPart())
                .tag("port", key.port.getLocalPart())
                .tag("operation", key.operation)
                .tag("status", Integer.toString(key.status))
                .tag("outcome", key.status < 400 ? "SUCCESS" : key.status == 500 ? "FAULT" : "REFUSED")
                .register(registry);
    }
}
