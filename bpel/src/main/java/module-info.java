import org.jspecify.annotations.NullMarked;

/** WS-BPEL processes: parsed, checked, compiled, run, persisted. */
@NullMarked
module dev.weir.bpel {
    requires static transitive org.jspecify;
    requires java.compiler;
    requires java.management;
    requires jdk.management;
    requires java.xml;
    requires transitive dev.weir.xml;
    requires transitive dev.weir.wsdl;
    requires transitive dev.weir.store;
    requires transitive dev.weir.xpath;

    exports dev.weir.bpel;
    exports dev.weir.bpel.command;
    exports dev.weir.bpel.dialect;
    exports dev.weir.bpel.exec;
}
