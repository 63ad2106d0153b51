package dev.weir.bpel;

import dev.weir.xml.XmlName;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A business event that a process may publish or wait for: a one-way message with one part.
 *
 * @param name of the event
 * @param content the element that is its payload
 * @param schema the document that declares the element; null where the process imports it itself
 */
public record EventType(
        XmlName name, XmlName content, @Nullable URI schema) {
    /** The part that holds the content. */
    public static final String PART = "payload";

    /** The operation by which the event comes to a process, on the partner link {@link #link}. */
    public String operation() {
        return name.local();
    }

    /** The partner link on which processes publish the event and wait for it; the same in every version of a process. */
    public String link() {
        return link(name);
    }

    /** The partner link of an event: no name that people write. */
    public static String link(XmlName event) {
        return "event." + event.local() + "."
                + Integer.toHexString(event.namespace().hashCode());
    }
}
