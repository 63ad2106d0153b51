package dev.weir.composite.assembly;

import dev.weir.xml.XmlName;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * An event that a composite knows, from a document of Oracle's event definition language (.edl).
 *
 * @param name in the target namespace of the document
 * @param content the element that is its payload
 * @param schema the document that declares the element; null where the definition does not say
 */
public record EventDefinition(
        XmlName name, XmlName content, @Nullable URI schema) {}
