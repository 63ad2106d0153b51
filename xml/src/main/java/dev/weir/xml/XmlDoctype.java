package dev.weir.xml;

import org.jspecify.annotations.Nullable;

/**
 * A document type declaration as written (XML 1.0, production 28).
 *
 * @param name the name of the root element, as declared
 * @param publicId the public identifier of the external subset, white space normalised; null for none
 * @param systemId the system identifier of the external subset, as written; null for none
 * @param internalSubset the text between the brackets, line ends normalised; null where there are no brackets
 */
public record XmlDoctype(
        String name,
        @Nullable String publicId,
        @Nullable String systemId,
        @Nullable String internalSubset) {}
