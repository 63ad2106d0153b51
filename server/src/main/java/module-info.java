import org.jspecify.annotations.NullMarked;

/** The program. */
@NullMarked
module dev.weir.server {
    requires static transitive org.jspecify;
    requires transitive dev.weir.composite;
    requires dev.weir.fastinfoset;
    requires info.picocli;
    requires io.prometheus.metrics.model;
    requires com.fasterxml.jackson.databind;
    requires com.nimbusds.jose.jwt;
    requires gg.jte.runtime;
    requires password4j;
    requires static java.compiler;
    requires java.logging;
    requires java.management;
    requires java.net.http;
    requires jdk.management;
    requires micrometer.core;
    requires micrometer.registry.prometheus;

    exports dev.weir.server;

    opens dev.weir.server.admin to
            com.fasterxml.jackson.databind;
    opens dev.weir.server.command to
            info.picocli;
    opens dev.weir.server.console.template to
            gg.jte.runtime;
}
