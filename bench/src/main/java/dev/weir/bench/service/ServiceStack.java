package dev.weir.bench.service;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server by the system properties that make it: nothing else differs between the stacks but for the raw ones and the servlet. */
enum ServiceStack {
    WEIR("weir", "dev.weir.soap.jaxws.WeirProvider", true),
    /** Its operations say that they never wait, and so run on the threads that read the requests. */
    WEIR_NON_BLOCKING("weir-nonblocking", "dev.weir.soap.jaxws.WeirProvider", true),
    CXF("cxf", "org.apache.cxf.jaxws.spi.ProviderImpl", false),
    METRO("metro", "com.sun.xml.ws.spi.ProviderImpl", false),
    // The same three, asked by fast infosets and answering by them.
    WEIR_FAST_INFOSET("weir-fastinfoset", "dev.weir.soap.jaxws.WeirProvider", true),
    CXF_FAST_INFOSET("cxf-fastinfoset", "org.apache.cxf.jaxws.spi.ProviderImpl", false),
    METRO_FAST_INFOSET("metro-fastinfoset", "com.sun.xml.ws.spi.ProviderImpl", false),
    CXF_WEIR("cxf-weir", "org.apache.cxf.jaxws.spi.ProviderImpl", true),
    METRO_WEIR("metro-weir", "com.sun.xml.ws.spi.ProviderImpl", true),
    /** A servlet. */
    JETTY("jetty", null, false),
    /** Weir's HTTP library alone: it sends each request's body back. */
    RAW("limit:raw-echo", null, true),
    /** Weir's HTTP library alone: it sends bytes that it has ready. */
    RAW_ANSWER("limit:raw-answer", null, true);

    private static final String CXF_PROVIDER = "org.apache.cxf.jaxws.spi.ProviderImpl";
    private static final String REFERENCE = "org.glassfish.jaxb.runtime.v2.JAXBContextFactory";
    private static final String JDK_SAX = "com.sun.org.apache.xerces.internal.jaxp.SAXParserFactoryImpl";

    final String id;
    private final @Nullable String provider;
    private final boolean overWeir;

    ServiceStack(String id, @Nullable String provider, boolean overWeir) {
        this.id = id;
        this.provider = provider;
        this.overWeir = overWeir;
    }

    static ServiceStack of(String id) {
        return Stream.of(values())
                .filter(stack -> stack.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no stack " + id));
    }

    /** Whether it is no service, but what a service cannot be cheaper than. */
    boolean isLimit() {
        return id.startsWith("limit:");
    }

    /** Whether its requests and answers are fast infosets. */
    boolean speaksFastInfoset() {
        return switch (this) {
            case WEIR_FAST_INFOSET, CXF_FAST_INFOSET, METRO_FAST_INFOSET -> true;
            default -> false;
        };
    }

    /** The request in the form in which the stack's own client asks. */
    ServiceRequest asked(ServiceRequest request) {
        return speaksFastInfoset() ? request.inFastInfoset(this == WEIR_FAST_INFOSET) : request;
    }

    /**
     * The stacks that a stack is compared with: with Weir underneath, the same without; the provider, all others, and with
     * fast infosets those with them, and itself with text.
     */
    List<String> rivals() {
        return switch (this) {
            case WEIR, WEIR_NON_BLOCKING -> List.of(CXF.id, METRO.id, JETTY.id, RAW.id, RAW_ANSWER.id);
            case WEIR_FAST_INFOSET -> List.of(WEIR.id, CXF_FAST_INFOSET.id, METRO_FAST_INFOSET.id);
            case CXF_WEIR -> List.of(CXF.id);
            case METRO_WEIR -> List.of(METRO.id);
            default -> List.of();
        };
    }

    /**
     * The properties as a user sets them. Stacks without Weir name their parsers and binding too, as all are on one
     * class path here: Woodstox, which both bring, the JDK's SAX parser, and the reference implementation. CXF takes elements
     * 100 deep and 50,000 in a row, unless it is told to take more; some workloads have more.
     */
    Map<String, String> properties() {
        Map<String, String> all = new LinkedHashMap<>();
        if (isLimit()) {
            return all;
        }
        if (provider != null) {
            all.put("jakarta.xml.ws.spi.Provider", provider);
        }
        all.put("jakarta.xml.bind.JAXBContextFactory", overWeir ? "dev.weir.bind.jaxb.WeirContextFactory" : REFERENCE);
        all.put(
                "javax.xml.stream.XMLInputFactory",
                overWeir ? "dev.weir.xml.stax.WeirInputFactory" : "com.ctc.wstx.stax.WstxInputFactory");
        all.put(
                "javax.xml.stream.XMLOutputFactory",
                overWeir ? "dev.weir.xml.stax.WeirOutputFactory" : "com.ctc.wstx.stax.WstxOutputFactory");
        all.put(
                "javax.xml.stream.XMLEventFactory",
                overWeir ? "dev.weir.xml.stax.WeirEventFactory" : "com.ctc.wstx.stax.WstxEventFactory");
        all.put("javax.xml.parsers.SAXParserFactory", overWeir ? "dev.weir.xml.sax.WeirSaxParserFactory" : JDK_SAX);
        if (CXF_PROVIDER.equals(provider)) {
            all.put("org.apache.cxf.stax.maxElementDepth", "1000");
            all.put("org.apache.cxf.stax.maxChildElements", "1000000");
        }
        all.put(
                "com.sun.xml.ws.spi.db.BindingContextFactory",
                overWeir ? "dev.weir.metro.WeirBindingContextFactory" : "glassfish.jaxb");
        return all;
    }
}
