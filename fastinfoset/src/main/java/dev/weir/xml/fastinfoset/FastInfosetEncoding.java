package dev.weir.xml.fastinfoset;

import dev.weir.xml.encoding.DecodingOptions;
import dev.weir.xml.encoding.EncodingOptions;
import dev.weir.xml.encoding.ExpectedNames;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.encoding.PreparedEncoding;

/** The service provider by which modules that depend only on XML text, such as StAX and SAX, find Fast Infoset. */
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

    @Override
    public PreparedEncoding prepared(ExpectedNames names) {
        return PreparedFastInfoset.of(names);
    }

    @Override
    public boolean refersToVocabulary(byte[] document) {
        return PreparedFastInfoset.hasExternalVocabulary(document);
    }
}
