package dev.weir.spring;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How services are published.
 *
 * @param path of the servlet, which services are below; default: that of {@code cxf.path}, else /services
 * @param maxBodySize of a request's body in memory; longer ones are answered with 413; default 64 MB
 * @param maxBufferedSize what all requests under way may take of the heap; 503 beyond it; default a quarter of the heap
 * @param publishBeans true to publish all beans that are annotated with WebService or WebServiceProvider; default true
 * @param endpoints settings of beans that are published, by the bean's name
 */
@ConfigurationProperties("weir.soap")
public record WeirSoapProperties(
        @Nullable String path,
        @Nullable DataSize maxBodySize,
        @Nullable DataSize maxBufferedSize,
        @DefaultValue("true") boolean publishBeans,
        @DefaultValue Map<String, EndpointSettings> endpoints) {

    /**
     * Settings of a bean that is published.
     *
     * @param path below the servlet's; default a slash and the name of the WSDL service
     * @param binding the identifier of the binding, such as SOAP 1.2's; default that of the annotation BindingType
     * @param wsdl location of the WSDL, on the class path or a file; default that of the annotation
     * @param properties of the endpoint, such as attachment-max-size
     */
    public record EndpointSettings(
            @Nullable String path,
            @Nullable String binding,
            @Nullable String wsdl,
            @DefaultValue Map<String, String> properties) {
        static final EndpointSettings NONE = new EndpointSettings(null, null, null, Map.of());

        Map<String, Object> all() {
            return new HashMap<>(properties);
        }
    }
}
