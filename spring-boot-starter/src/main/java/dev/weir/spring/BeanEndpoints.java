package dev.weir.spring;

import dev.weir.soap.jaxws.endpoint.ContainerEndpoint;
import dev.weir.soap.jaxws.endpoint.EndpointContainer;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.spring.WeirSoapProperties.EndpointSettings;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceProvider;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.util.ClassUtils;

/**
 * Publishes the beans that are annotated as web services, once all beans are there and before the web server takes
 * requests. Beans that the application has published itself are left alone.
 */
final class BeanEndpoints implements SmartInitializingSingleton {
    private static final List<Class<? extends Annotation>> MARKS = List.of(WebService.class, WebServiceProvider.class);

    private final EndpointContainer container;
    private final WeirSoapProperties properties;
    private final ListableBeanFactory beans;

    BeanEndpoints(EndpointContainer container, WeirSoapProperties properties, ListableBeanFactory beans) {
        this.container = container;
        this.properties = properties;
        this.beans = beans;
    }

    /** @throws WebServiceException where a bean cannot be published; names it */
    @Override
    public void afterSingletonsInstantiated() {
        Set<String> settled = new TreeSet<>(properties.endpoints().keySet());
        if (properties.publishBeans()) {
            for (Class<? extends Annotation> mark : MARKS) {
                for (String name : beans.getBeanNamesForAnnotation(mark)) {
                    if (isPublished(name, mark)) {
                        settled.remove(name);
                    }
                }
            }
        }
        if (!settled.isEmpty()) {
            throw new WebServiceException("weir.soap.endpoints names " + settled
                    + ", but no such bean is annotated with WebService or WebServiceProvider, or weir.soap.publish-beans is"
                    + " false");
        }
    }

    /** True if the bean is published now; false for one that is no service. */
    private boolean isPublished(String name, Class<? extends Annotation> mark) {
        if (!beans.isSingleton(name)) {
            Class<?> type = beans.getType(name);
            if (type != null && ClassUtils.getUserClass(type).isAnnotationPresent(mark)) {
                throw noSingleton(name, mark);
            }
            return false;
        }
        Object bean = beans.getBean(name);
        if (!AopProxyUtils.ultimateTargetClass(bean).isAnnotationPresent(mark)) {
            // Clients' proxies implement an interface that is annotated.
            return false;
        }
        Object target = target(bean);
        if (!target.getClass().isAnnotationPresent(mark)) {
            throw noSingleton(name, mark);
        }
        for (ContainerEndpoint endpoint : container.all()) {
            if (endpoint.implementor() == bean || endpoint.implementor() == target) {
                return true;
            }
        }
        publish(name, bean, target);
        return true;
    }

    private static WebServiceException noSingleton(String name, Class<? extends Annotation> mark) {
        return new WebServiceException("the bean " + name + " is annotated with " + mark.getSimpleName()
                + " and must be a singleton to be published; where it is no service, set weir.soap.publish-beans to false and"
                + " publish the others by Endpoint.publish");
    }

    private static Object target(Object bean) {
        Object at = bean;
        while (AopUtils.isAopProxy(at)) {
            Object behind = AopProxyUtils.getSingletonTarget(at);
            if (behind == null) {
                return at;
            }
            at = behind;
        }
        return at;
    }

    private void publish(String name, Object bean, Object target) {
        EndpointSettings settings = properties.endpoints().getOrDefault(name, EndpointSettings.NONE);
        try {
            WeirEndpoint endpoint = WeirEndpoint.ofBean(settings.binding(), bean, target);
            Map<String, Object> all = settings.all();
            if (settings.wsdl() != null) {
                all.put(WeirEndpoint.WSDL_LOCATION, settings.wsdl());
            }
            endpoint.setProperties(all);
            String path = settings.path();
            endpoint.publish(container, path == null ? "/" + serviceName(endpoint) : path);
        } catch (WebServiceException e) {
            throw new WebServiceException("the bean " + name + " cannot be published: " + e.getMessage(), e);
        }
    }

    private static String serviceName(WeirEndpoint endpoint) {
        return endpoint.portInfo().getServiceName().getLocalPart();
    }

    @Override
    public String toString() {
        return "endpoints "
                + container.all().stream().map(ContainerEndpoint::path).toList();
    }
}
