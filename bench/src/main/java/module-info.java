import org.jspecify.annotations.NullMarked;

/** The benchmarks; nothing uses this module. */
@NullMarked
module dev.weir.bench {
    requires static transitive org.jspecify;
    requires dev.weir.xml;
    requires dev.weir.fastinfoset;
    requires dev.weir.wsdl;
    requires dev.weir.bpel;
    requires dev.weir.store;
    requires dev.weir.soap;
    requires dev.weir.composite;
    requires dev.weir.bind;
    requires dev.weir.jaxws;
    requires jakarta.xml.ws;
    requires jakarta.activation;
    requires jakarta.annotation;
    requires jakarta.servlet;
    requires org.eclipse.jetty.server;
    requires org.eclipse.jetty.ee11.servlet;
    requires io.vertx.core;
    requires HdrHistogram;
    requires org.codehaus.stax2;
    requires info.picocli;
    requires com.fasterxml.jackson.databind;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.xml;
    requires tools.jackson.module.jakarta.xmlbind;
    requires java.logging;
    requires java.management;
    requires java.net.http;
    requires jdk.management;

    opens dev.weir.bench to
            info.picocli;
    opens dev.weir.bench.bind; // bound by all
    opens dev.weir.bench.service; // served by all
    opens dev.weir.bench.report to
            com.fasterxml.jackson.databind;
}
