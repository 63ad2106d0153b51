package dev.weir.soap.jaxws.model;

import dev.weir.soap.jaxws.feature.SchemaValidation;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which messages of an endpoint are validated by its schemas. */
public record ValidationChoice(boolean requests, boolean replies) {
    /** The endpoint's property, by CXF's name. */
    public static final String PROPERTY = "schema-validation-enabled";

    private static final ValidationChoice NONE = new ValidationChoice(false, false);

    /**
     * What a program says; the property counts before the annotation.
     *
     * @param property by CXF's name and values: true or BOTH, IN or REQUEST, OUT or RESPONSE, false or NONE; null for none
     * @throws InterfaceException for another value
     */
    public static ValidationChoice of(@Nullable SchemaValidation annotation, @Nullable Object property) {
        if (property == null) {
            return annotation == null ? NONE : new ValidationChoice(annotation.requests(), annotation.replies());
        }
        return switch (property.toString().toUpperCase(Locale.ROOT)) {
            case "TRUE", "BOTH" -> new ValidationChoice(true, true);
            case "IN", "REQUEST" -> new ValidationChoice(true, false);
            case "OUT", "RESPONSE" -> new ValidationChoice(false, true);
            case "FALSE", "NONE" -> NONE;
            default ->
                throw new InterfaceException("the property " + PROPERTY
                        + " must be one of true, false, BOTH, IN, OUT, REQUEST, RESPONSE, NONE: " + property);
        };
    }

    /** What a program says by an endpoint's properties. */
    public static ValidationChoice of(@Nullable SchemaValidation annotation, Map<String, Object> properties) {
        return of(annotation, properties.get(PROPERTY));
    }

    public boolean any() {
        return requests || replies;
    }
}
