import org.jspecify.annotations.NullMarked;

/** Fast Infoset (ITU-T X.891): the reader and writer of dev.weir.xml over another encoding. */
@NullMarked
module dev.weir.fastinfoset {
    requires static transitive org.jspecify;
    requires transitive dev.weir.xml;

    exports dev.weir.xml.fastinfoset;

    provides dev.weir.xml.encoding.InfosetEncoding with
            dev.weir.xml.fastinfoset.FastInfosetEncoding;
}
