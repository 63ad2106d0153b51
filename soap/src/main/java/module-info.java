import org.jspecify.annotations.NullMarked;

/** SOAP 1.1 and 1.2 over HTTP: endpoints, clients, faults. */
@NullMarked
@SuppressWarnings("module") // the module that exports name is compiled after this one
module dev.weir.soap {
    requires static com.github.luben.zstd_jni;
    requires static transitive org.jspecify;
    requires transitive dev.weir.xml;
    requires transitive dev.weir.wsdl;
    requires io.vertx.core;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http2;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;

    exports dev.weir.soap;
    exports dev.weir.soap.client;
    exports dev.weir.soap.endpoint;
    exports dev.weir.soap.envelope to
            dev.weir.composite,
            dev.weir.jaxws;
    exports dev.weir.soap.http;
    exports dev.weir.soap.mtom;
    exports dev.weir.soap.page to
            dev.weir.jaxws,
            dev.weir.servlet,
            dev.weir.server;
    exports dev.weir.soap.step to
            dev.weir.jaxws;
    exports dev.weir.soap.tls;
    exports dev.weir.soap.wsdl;
}
