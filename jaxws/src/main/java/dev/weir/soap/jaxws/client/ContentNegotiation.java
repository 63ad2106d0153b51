package dev.weir.soap.jaxws.client;

import dev.weir.soap.client.ClientEncodings.FastInfoset;
import dev.weir.soap.jaxws.body.FastInfosetProperties;
import jakarta.xml.ws.WebServiceException;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a client is to speak Fast Infoset. What the request context says counts first, then the features and
 * annotations of the port, then Metro's system property.
 */
final class ContentNegotiation {
    private static final String SYSTEM_PROPERTY = "com.sun.xml.ws.client.ContentNegotiation";
    private static final List<String> PROPERTIES =
            List.of(SYSTEM_PROPERTY, "com.sun.xml.internal.ws.client.ContentNegotiation");
    private static final String CXF_ANNOTATION = "org.apache.cxf.annotations.FastInfoset";

    private ContentNegotiation() {}

    /** @param port what features and annotations say; null for nothing */
    static FastInfoset of(Map<String, Object> context, @Nullable FastInfoset port) {
        for (String name : PROPERTIES) {
            Object value = context.get(name);
            if (value != null) {
                return named(name, value);
            }
        }
        if (Boolean.TRUE.equals(FastInfosetProperties.enabled(context))) {
            return FastInfoset.OPTIMISTIC;
        }
        if (port != null) {
            return port;
        }
        String usual = System.getProperty(SYSTEM_PROPERTY);
        return usual == null ? FastInfoset.NONE : named(SYSTEM_PROPERTY, usual);
    }

    /** The value is a String, or one of Metro's enumeration. */
    private static FastInfoset named(String property, Object value) {
        for (FastInfoset known : FastInfoset.values()) {
            if (known.name().toLowerCase(Locale.ROOT).equals(value.toString())) {
                return known;
            }
        }
        throw new WebServiceException(
                "the property " + property + " must be none, pessimistic or optimistic: " + value);
    }

    /** What CXF's annotation of an interface says; null without it. It is found by its name, as CXF need not be there. */
    static @Nullable FastInfoset annotated(Class<?> type) {
        for (Annotation annotation : type.getAnnotations()) {
            if (annotation.annotationType().getName().equals(CXF_ANNOTATION)) {
                return forced(annotation.annotationType(), annotation, "force");
            }
        }
        return null;
    }

    /** Whether a feature of CXF's, or its annotation, insists on Fast Infoset. */
    static FastInfoset forced(Class<?> type, Object said, String getter) {
        try {
            return Boolean.TRUE.equals(type.getMethod(getter).invoke(said))
                    ? FastInfoset.OPTIMISTIC
                    : FastInfoset.PESSIMISTIC;
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new WebServiceException(type.getName() + " has no method " + getter + " that can be called", e);
        }
    }
}
