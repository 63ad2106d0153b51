import org.jspecify.annotations.NullMarked;

/** Fast Infoset (ITU-T X.891): the same reader and writer over the binary encoding. */
@NullMarked
module dev.weir.fastinfoset {
    requires static transitive org.jspecify;
    requires transitive dev.weir.xml;

    exports dev.weir.xml.fastinfoset;
}
