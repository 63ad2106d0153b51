package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.jaxws.model.InterfaceException;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceProvider;
import java.lang.annotation.Annotation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where annotations say what an implementation is. Containers put classes of their own below those of programs, without the
 * annotations, which are not inherited: what counts are the annotations of the implementor's class and of those above it, up to
 * the nearest with WebService or WebServiceProvider. A class that has none of them is what the one interface with WebService says
 * that it implements.
 *
 * @param given the implementor's class
 * @param type the one that names the service: the nearest that is annotated, else the implementor's
 * @param service null for a provider
 * @param provider null for a service with an interface
 * @param implemented the interface of a class that is not annotated itself; null for others
 */
record ImplementationMarks(
        Class<?> given,
        Class<?> type,
        @Nullable WebService service,
        @Nullable WebServiceProvider provider,
        @Nullable Class<?> implemented) {
    /** @throws InterfaceException where nothing says what a class is, or more than one thing does */
    static ImplementationMarks of(Class<?> given) {
        for (Class<?> type = given; type != null; type = type.getSuperclass()) {
            WebService service = type.getAnnotation(WebService.class);
            WebServiceProvider provider = type.getAnnotation(WebServiceProvider.class);
            if (service != null && provider != null) {
                throw new InterfaceException(type.getName()
                        + " must be annotated with one of WebService and WebServiceProvider, not with both");
            }
            if (service != null || provider != null) {
                return new ImplementationMarks(given, type, service, provider, null);
            }
        }
        Class<?> implemented = implemented(given);
        return new ImplementationMarks(given, given, implemented.getAnnotation(WebService.class), null, implemented);
    }

    private static Class<?> implemented(Class<?> given) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> type = given; type != null; type = type.getSuperclass()) {
            addInterfaces(type, all);
        }
        List<Class<?>> marked = all.stream()
                .filter(each -> each.isAnnotationPresent(WebService.class))
                .toList();
        List<Class<?>> nearest = marked.stream()
                .filter(each -> marked.stream().noneMatch(other -> other != each && each.isAssignableFrom(other)))
                .toList();
        if (nearest.isEmpty()) {
            throw new InterfaceException(given.getName()
                    + " must be annotated with WebService or WebServiceProvider to be published, or extend a class that"
                    + " is, or implement an interface with WebService");
        }
        if (nearest.size() > 1) {
            throw new InterfaceException(given.getName() + " implements several interfaces with WebService: "
                    + nearest.stream().map(Class::getName).collect(Collectors.joining(", "))
                    + "; annotate the class with WebService, and name one of them by endpointInterface");
        }
        return nearest.get(0);
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> to) {
        for (Class<?> each : type.getInterfaces()) {
            if (to.add(each)) {
                addInterfaces(each, to);
            }
        }
    }

    /** What the one of the two annotations says that is there. */
    String said(Function<WebService, String> ofService, Function<WebServiceProvider, String> ofProvider) {
        return service != null
                ? ofService.apply(service)
                : ofProvider.apply(Objects.requireNonNull(provider, "one of both annotations"));
    }

    /** The class that has an annotation which counts; null where none has. */
    @Nullable Class<?> bearer(Class<? extends Annotation> wanted) {
        return nearest(at -> at.isAnnotationPresent(wanted) ? at : null);
    }

    /** What the nearest of the classes whose annotations count has; null where none has it. */
    private <T> @Nullable T nearest(Function<Class<?>, @Nullable T> wanted) {
        for (Class<?> at = given; at != null; at = at.getSuperclass()) {
            T found = wanted.apply(at);
            if (found != null) {
                return found;
            }
            if (at == type && implemented == null) {
                return null;
            }
        }
        return null;
    }

    /** An annotation that counts, by the name of its type, which may be there or not; null where there is none. */
    @Nullable Annotation named(String wanted) {
        return nearest(at -> {
            for (Annotation annotation : at.getDeclaredAnnotations()) {
                if (annotation.annotationType().getName().equals(wanted)) {
                    return annotation;
                }
            }
            return null;
        });
    }

    /** An annotation that counts; null where there is none. */
    <A extends Annotation> @Nullable A get(Class<A> wanted) {
        Class<?> bearer = bearer(wanted);
        return bearer == null ? null : bearer.getAnnotation(wanted);
    }
}
