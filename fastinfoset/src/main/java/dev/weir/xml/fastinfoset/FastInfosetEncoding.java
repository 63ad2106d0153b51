package dev.weir.xml.fastinfoset;

import dev.weir.xml.encoding.DecodingOptions;
import dev.weir.xml.encoding.EncodingOptions;
import dev.weir.xml.encoding.InfosetEncoding;

/** Fast Infoset as a service: how faces find it that know no encoding but XML text. */
public final class FastInfosetEncoding implements InfosetEncoding {
    /** For ServiceLoader. */
    public FastInfosetEncoding() {}

    @Override
    public String name() {
        return FAST_INFOSET;
    }

    @Override
    public DecodingOptions defaultDecoding() {
        return FastInfosetReadOptions.DEFAULT;
    }

    @Override
    public EncodingOptions defaultEncoding() {
        return FastInfosetWriteOptions.DEFAULT;
    }
}
