import org.jspecify.annotations.NullMarked;

/** Durable work: messages, instance state, timers, subscriptions, calls, replies, audit. */
@NullMarked
module dev.weir.store {
    requires static transitive org.jspecify;
    requires transitive java.sql;
    requires org.xerial.sqlitejdbc;

    exports dev.weir.store;
    exports dev.weir.store.file;
    exports dev.weir.store.sqlite;
}
