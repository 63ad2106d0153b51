package dev.weir.xml.dtd;

import org.jspecify.annotations.Nullable;

/** What a reader that processes DTDs tells of its document beyond {@link dev.weir.xml.XmlReader}. */
public interface DtdSource {
    /** The DTD, from the moment it was read; null where there is none. */
    @Nullable Dtd dtd();

    /** True on TEXT some of which was written as a character reference or a reference to amp, lt, gt, apos or quot. */
    default boolean isTextReferenced() {
        return false;
    }
}
