package dev.weir.spring;

import dev.weir.servlet.WeirServlet;
import dev.weir.soap.jaxws.endpoint.EndpointContainer;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import jakarta.xml.ws.WebServiceContext;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/** Publishes beans as web services by a servlet of the application's web server. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(WeirSoapProperties.class)
public class WeirSoapAutoConfiguration {
    private static final String CONTAINER = "weirEndpointContainer";

    /** For the application context. */
    public WeirSoapAutoConfiguration() {}

    /** Opens the container before there are beans, which may publish in it by {@code Endpoint.publish("/path", …)}. */
    @Bean
    static BeanFactoryPostProcessor weirEndpointContainerOpener() {
        return factory -> {
            ClassLoader loader = factory.getBeanClassLoader();
            ClassLoader known = loader == null ? WeirSoapAutoConfiguration.class.getClassLoader() : loader;
            EndpointContainer container = EndpointContainer.open(known, path -> null);
            factory.registerSingleton(CONTAINER, container);
            ((DefaultListableBeanFactory) factory).registerDisposableBean(CONTAINER, container::close);
        };
    }

    @Bean
    @ConditionalOnMissingBean
    WeirServlet weirServlet(EndpointContainer container) {
        return new WeirServlet(container);
    }

    @Bean
    ServletRegistrationBean<WeirServlet> weirServletRegistration(
            WeirServlet servlet, WeirSoapProperties properties, Environment environment) {
        String path = properties.path() == null
                ? environment.getProperty("cxf.path", "/services")
                : String.valueOf(properties.path());
        String plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        ServletRegistrationBean<WeirServlet> registration = new ServletRegistrationBean<>(servlet, plain + "/*");
        registration.setName("weir");
        registration.setLoadOnStartup(1);
        parameter(registration, "max-body-bytes", properties.maxBodySize());
        parameter(registration, "max-buffered-bytes", properties.maxBufferedSize());
        return registration;
    }

    private static void parameter(
            ServletRegistrationBean<WeirServlet> registration, String name, @Nullable DataSize size) {
        if (size != null) {
            registration.addInitParameter(name, Long.toString(size.toBytes()));
        }
    }

    @Bean
    BeanEndpoints weirBeanEndpoints(
            EndpointContainer container,
            WeirSoapProperties properties,
            org.springframework.beans.factory.ListableBeanFactory beans) {
        return new BeanEndpoints(container, properties, beans);
    }

    /** The request that the current thread works on, for beans that have it injected by type. */
    @Bean
    @ConditionalOnMissingBean
    WebServiceContext weirWebServiceContext() {
        return WeirEndpoint.context();
    }
}
