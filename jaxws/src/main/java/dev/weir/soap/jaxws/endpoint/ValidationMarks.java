package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.jaxws.feature.SchemaValidation;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.jaxws.model.ValidationChoice;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a service's class says of validation: by our annotation, or by that of CXF or Metro, for which it was written. Theirs are
 * found by name, as their stacks need not be there.
 */
final class ValidationMarks {
    private static final String CXF = "org.apache.cxf.annotations.SchemaValidation";
    private static final String METRO = "com.sun.xml.ws.developer.SchemaValidation";

    private ValidationMarks() {}

    /**
     * The endpoint's property counts before any annotation.
     *
     * @throws InterfaceException for a value of the property that is none, and for what is asked beside which messages
     */
    static ValidationChoice of(ImplementationMarks marks, Map<String, Object> properties) {
        Object property = properties.get(ValidationChoice.PROPERTY);
        SchemaValidation own = marks.get(SchemaValidation.class);
        if (property == null && own == null) {
            Annotation cxf = marks.named(CXF);
            if (cxf != null) {
                requireDefault(marks, cxf, "schemas");
                return ValidationChoice.of(null, value(cxf, "type"));
            }
            Annotation metro = marks.named(METRO);
            if (metro != null) {
                requireDefault(marks, metro, "handler");
                return new ValidationChoice(
                        Boolean.TRUE.equals(value(metro, "inbound")), Boolean.TRUE.equals(value(metro, "outbound")));
            }
        }
        return ValidationChoice.of(own, property);
    }

    private static void requireDefault(ImplementationMarks marks, Annotation annotation, String element) {
        Object said = value(annotation, element);
        boolean usual = said instanceof Object[] several
                ? several.length == 0
                : Objects.equals(said, method(annotation, element).getDefaultValue());
        if (!usual) {
            throw new InterfaceException(
                    marks.type().getName() + ": " + element + " of "
                            + annotation.annotationType().getName()
                            + " is not supported: messages are validated by the schemas of the WSDL, and end with the first error");
        }
    }

    private static @Nullable Object value(Annotation annotation, String element) {
        try {
            return method(annotation, element).invoke(annotation);
        } catch (ReflectiveOperationException e) {
            throw new InterfaceException(annotation.annotationType().getName() + " has no " + element, e);
        }
    }

    private static Method method(Annotation annotation, String element) {
        try {
            return annotation.annotationType().getMethod(element);
        } catch (NoSuchMethodException e) {
            throw new InterfaceException(annotation.annotationType().getName() + " has no " + element, e);
        }
    }
}
