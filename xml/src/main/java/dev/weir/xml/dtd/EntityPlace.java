package dev.weir.xml.dtd;

import dev.weir.xml.XmlLocation;
import org.jspecify.annotations.Nullable;

/**
 * Where a reader is in an external entity.
 *
 * @param publicId as declared, white space normalised; null for none
 * @param uri the system identifier, resolved
 * @param start of the item, in the entity's own lines; byte offsets are not known
 * @param end of the item
 */
public record EntityPlace(@Nullable String publicId, String uri, XmlLocation start, XmlLocation end) {}
