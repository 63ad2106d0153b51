package dev.weir.soap.envelope;

import dev.weir.soap.SoapFaultException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes what one kind of message carries in body and headers, as values of a type: as trees for a composite,
 * as Java objects for a class. Thread-safe.
 *
 * @param <V> the type of the values
 */
public interface BodyCodec<V> {
    /** The name of the body's first child; null for a body that is empty. */
    @Nullable XmlName firstElement();

    /**
     * Reads the body from its first child on, and the document to its end.
     *
     * @throws SoapFaultException (Sender) where the body is not what it must be; names element and place
     */
    V read(EnvelopeReader envelope);

    /**
     * Checks a value before anything of it is written.
     *
     * @throws IllegalArgumentException where it cannot be written
     */
    void check(V value);

    /** Writes the children of the Body. */
    void write(V value, XmlWriter writer);

    /** What of a value travels as header blocks. */
    List<XmlElement> headerBlocks(V value);
}
