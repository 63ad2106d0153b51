package dev.weir.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Makes clients of web services beans, by the properties {@code weir.soap.clients.NAME}. */
@AutoConfiguration
public class WeirClientAutoConfiguration {
    /** For the application context. */
    public WeirClientAutoConfiguration() {}

    @Bean
    static ClientBeans weirClientBeans(Environment environment) {
        return new ClientBeans(environment);
    }
}
