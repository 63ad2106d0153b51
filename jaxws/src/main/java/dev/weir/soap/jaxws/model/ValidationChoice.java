package dev.weir.soap.jaxws.model;

import dev.weir.soap.jaxws.feature.SchemaValidation;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which messages of an endpoint or of a client are validated by the schemas of the WSDL. */
public record ValidationChoice(boolean requests, boolean replies) {
    /** The property of an endpoint, and of a client's request context, by CXF's name. */
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
        return of(property, "IN", "OUT");
    }

    /**
     * What a client says; what comes in are its replies.
     *
     * @param property as of {@link #of(SchemaValidation, Object)}
     * @throws InterfaceException as that
     */
    public static ValidationChoice ofClient(@Nullable Object property) {
        return property == null ? NONE : of(property, "OUT", "IN");
    }

    private static ValidationChoice of(Object property, String wayOfRequests, String wayOfReplies) {
        String said = property.toString().toUpperCase(Locale.ROOT);
        if (said.equals(wayOfRequests)) {
            return new ValidationChoice(true, false);
        } else if (said.equals(wayOfReplies)) {
            return new ValidationChoice(false, true);
        }
        return switch (said) {
            case "TRUE", "BOTH" -> new ValidationChoice(true, true);
            case "REQUEST" -> new ValidationChoice(true, false);
            case "RESPONSE" -> new ValidationChoice(false, true);
            case "FALSE", "NONE" -> NONE;
            default ->
                throw new InterfaceException("the property " + PROPERTY
                        + " must be one of true, false, BOTH, IN, OUT, REQUEST, RESPONSE, NONE: " + property);
        };
    }

    public boolean any() {
        return requests || replies;
    }
}
