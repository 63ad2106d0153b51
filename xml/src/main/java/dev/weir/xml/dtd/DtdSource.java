package dev.weir.xml.dtd;

import org.jspecify.annotations.Nullable;

/** The additional methods of a reader that processes DTDs: facts that {@link dev.weir.xml.XmlReader} does not report. */
public interface DtdSource {
    /** The DTD, from the moment it was read; null where there is none. */
    @Nullable Dtd dtd();

    /** Where the cursor is in the text of an external entity; null where it is in the document itself. */
    default @Nullable EntityPlace entityPlace() {
        return null;
    }

    /** True on TEXT some of which was written as a character reference or a reference to amp, lt, gt, apos or quot. */
    default boolean isTextReferenced() {
        return false;
    }
}
