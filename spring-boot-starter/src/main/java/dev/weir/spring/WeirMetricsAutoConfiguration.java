package dev.weir.spring;

import dev.weir.servlet.WeirServlet;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
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
        };
    }
}
