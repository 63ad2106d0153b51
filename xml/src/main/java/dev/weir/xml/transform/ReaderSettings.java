package dev.weir.xml.transform;

import dev.weir.xml.reader.ReadOptions;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;

/** A parser of another API, such as SAX, whose settings can be had as the options of an {@link dev.weir.xml.XmlReader}. */
public interface ReaderSettings {
    /**
     * How this parser reads a document, its entity resolver included: for consumers that read by a cursor instead of events.
     *
     * @return null where only the parser itself does all that was asked of it: validation, documents without namespaces,
     *     fast infosets
     */
    @Nullable ReadOptions readOptions(InputSource input);
}
