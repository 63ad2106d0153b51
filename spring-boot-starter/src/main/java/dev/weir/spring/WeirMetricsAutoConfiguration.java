package dev.weir.spring;

import dev.weir.servlet.WeirServlet;
import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Measures requests where the application has a registry of Micrometer, as by Actuator. */
@AutoConfiguration(
        after = WeirSoapAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, WeirServlet.class})
public class WeirMetricsAutoConfiguration {
    /** For the application context. */
    public WeirMetricsAutoConfiguration() {}

    @Bean
    SmartInitializingSingleton weirSoapMetrics(MeterRegistry registry, WeirServlet servlet) {
        return () -> {
            servlet.observe(new RequestTimers(registry));
            Gauge.builder("weir.soap.server.buffered", servlet, WeirServlet::bytesTaken)
                    .description("What SOAP requests under way have taken of the heap, by estimate.")
                    .baseUnit("bytes")
                    .register(registry);
            for (Encoding encoding : Encoding.values()) {
                traffic(registry, "weir.soap.received.messages", encoding, SoapTraffic::received);
                traffic(registry, "weir.soap.received.bytes", encoding, SoapTraffic::receivedBytes);
                traffic(registry, "weir.soap.sent.messages", encoding, SoapTraffic::sent);
                traffic(registry, "weir.soap.sent.bytes", encoding, SoapTraffic::sentBytes);
            }
        };
    }

    /** By the names that the server of composites has them by. */
    private static void traffic(
            MeterRegistry registry, String name, Encoding encoding, ToDoubleFunction<Encoding> count) {
        FunctionCounter.builder(name, encoding, count)
                .description(
                        "SOAP messages of this JVM's services and clients, or their bodies, by how they were encoded.")
                .tag("encoding", encoding.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }
}
