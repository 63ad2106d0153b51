import org.jspecify.annotations.NullMarked;

/** The program. */
@NullMarked
module dev.weir.server {
    requires static transitive org.jspecify;
    requires transitive dev.weir.composite;
}
