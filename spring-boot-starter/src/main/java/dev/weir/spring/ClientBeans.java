package dev.weir.spring;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.ResourceUtils;

/** Registers a bean for each of {@code weir.soap.clients}: a proxy of its interface, which threads may share. */
final class ClientBeans implements BeanDefinitionRegistryPostProcessor {
    private final Environment environment;

    ClientBeans(Environment environment) {
        this.environment = environment;
    }

    /**
     * A client.
     *
     * @param serviceInterface the annotated interface's class name
     * @param address of the service; not needed where the WSDL has it
     * @param wsdl location of the WSDL: a URL, or classpath:…; not needed where there is an address
     * @param service the WSDL service, {namespace}name; not needed without a WSDL
     * @param mtom true to send binary values in parts
     * @param properties of the request context, such as jakarta.xml.ws.client.connectionTimeout
     */
    record ClientSettings(
            @Nullable String serviceInterface,
            @Nullable String address,
            @Nullable String wsdl,
            @Nullable String service,
            @DefaultValue("false") boolean mtom,
            @Nullable Duration connectTimeout,
            @Nullable Duration receiveTimeout,
            @Nullable String username,
            @Nullable String password,
            @DefaultValue Map<String, String> properties) {}

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        Map<String, ClientSettings> clients = Binder.get(environment)
                .bind("weir.soap.clients", Bindable.mapOf(String.class, ClientSettings.class))
                .orElse(Map.of());
        clients.forEach((name, settings) -> registry.registerBeanDefinition(name, definition(name, settings)));
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {}

    private static RootBeanDefinition definition(String name, ClientSettings settings) {
        String at = "weir.soap.clients." + name;
        String type = settings.serviceInterface();
        if (type == null || settings.address() == null && settings.wsdl() == null) {
            throw new WebServiceException(at + " must have a service-interface, and an address or a wsdl");
        }
        try {
            return definition(at, ClassUtils.forName(type, ClassUtils.getDefaultClassLoader()), settings);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new WebServiceException(at + ".service-interface: there is no class " + type, e);
        }
    }

    private static <T> RootBeanDefinition definition(String at, Class<T> type, ClientSettings settings) {
        if (!type.isInterface()) {
            throw new WebServiceException(at + ".service-interface must be an interface: " + type.getName());
        }
        return new RootBeanDefinition(type, () -> port(at, type, settings));
    }

    private static <T> T port(String at, Class<T> type, ClientSettings settings) {
        WebServiceFeature[] features =
                settings.mtom() ? new WebServiceFeature[] {new MTOMFeature()} : new WebServiceFeature[0];
        T port = service(at, type, settings).getPort(type, features);
        Map<String, Object> context = ((BindingProvider) port).getRequestContext();
        context.putAll(settings.properties());
        put(context, BindingProvider.ENDPOINT_ADDRESS_PROPERTY, settings.address());
        put(context, BindingProvider.USERNAME_PROPERTY, settings.username());
        put(context, BindingProvider.PASSWORD_PROPERTY, settings.password());
        put(context, "jakarta.xml.ws.client.connectionTimeout", millis(settings.connectTimeout()));
        put(context, "jakarta.xml.ws.client.receiveTimeout", millis(settings.receiveTimeout()));
        return port;
    }

    private static @Nullable Long millis(@Nullable Duration time) {
        return time == null ? null : time.toMillis();
    }

    private static void put(Map<String, Object> context, String name, @Nullable Object value) {
        if (value != null) {
            context.put(name, value);
        }
    }

    private static Service service(String at, Class<?> type, ClientSettings settings) {
        String given = settings.service();
        QName name;
        try {
            name = given == null ? new QName("", type.getSimpleName()) : QName.valueOf(given);
        } catch (IllegalArgumentException e) {
            throw new WebServiceException(at + ".service must be like {namespace}name: " + given, e);
        }
        String wsdl = settings.wsdl();
        if (wsdl == null) {
            return Service.create(name);
        }
        if (given == null) {
            throw new WebServiceException(at + " has a wsdl and must name its service, as {namespace}name");
        }
        try {
            return Service.create(ResourceUtils.getURL(wsdl), name);
        } catch (IOException e) {
            throw new WebServiceException(at + ".wsdl cannot be read: " + wsdl, e);
        }
    }
}
