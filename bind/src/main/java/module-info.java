import org.jspecify.annotations.NullMarked;

/** Java classes and XML, both ways, by compiled codecs. Nothing is built here yet. */
@NullMarked
module dev.weir.bind {
    requires static transitive org.jspecify;
    requires transitive dev.weir.xml;
}
