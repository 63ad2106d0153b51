package dev.weir.soap.jaxws.model;

import dev.weir.xml.XmlName;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * A value in a message.
 *
 * @param slot where it is in an array of a call's values: 0 for the return value, n + 1 for the nth parameter
 * @param name the part of the WSDL message; in a wrapper, the local name of the child element
 * @param element the element around the value
 * @param header true for a header block, false for a part of the body
 * @param type of the value, without Holder
 * @param rawType the erasure of that type
 * @param field of the class that {@link EndpointInterface#partsClass} returns, which says how the value is bound; null
 *     for one in a wrapper, and for an array, which is bound by its class
 */
public record Part(
        int slot,
        String name,
        XmlName element,
        boolean header,
        Type type,
        Class<?> rawType,
        @Nullable String field) {}
