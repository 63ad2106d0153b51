package dev.weir.xpath;

import dev.weir.xml.XmlName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a path, as far as it names its nodes one by one: {@code $order.payload/t:line[2]/@id} names an element's
 * second line, and an attribute of that. Whoever makes missing nodes makes them from this.
 *
 * @param variable the variable that the path starts at; null for one that starts at its context
 * @param absolute true if it starts at the document
 * @param steps an attribute can only be the last
 * @param whole true if the steps are all that the path has
 */
public record NamedPath(@Nullable String variable, boolean absolute, List<Step> steps, boolean whole) {
    /**
     * A child or an attribute.
     *
     * @param position which of several of the name, from 1; 0 where that is not written
     * @param key a child or attribute of its own by which it is chosen; null for none
     */
    public record Step(
            XmlName name,
            boolean attribute,
            int position,
            @Nullable Key key) {}

    /** A child or an attribute with its text. */
    public record Key(XmlName name, boolean attribute, String text) {}
}
