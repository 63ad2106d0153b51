package dev.weir.soap.jaxws.client;

import dev.weir.soap.jaxws.body.GzipProperty;
import jakarta.xml.ws.WebServiceException;
import java.util.Map;

/** What a request context says of gzip, by the names of CXF and Weir. Who says something takes packed replies. */
final class ClientGzip {
    private static final String CXF = "org.apache.cxf.transport.common.gzip.GZIPOutInterceptor.useGzip";

    /** As CXF's. */
    private static final int CXF_FROM_BYTES = 1024;

    private ClientGzip() {}

    static boolean include(String property) {
        return property.equals(GzipProperty.FROM_BYTES) || property.equals(CXF);
    }

    /** Requests of this length are packed; 0 for none. */
    static int fromBytes(Map<String, Object> context) {
        int said = GzipProperty.fromBytes(context);
        Object used = context.get(CXF);
        if (said != GzipProperty.UNSAID || used == null) {
            return said;
        }
        return switch (used.toString()) {
            case "YES", "FORCE" -> CXF_FROM_BYTES;
            case "NO" -> 0;
            default -> throw new WebServiceException("the property " + CXF + " must be YES, FORCE or NO: " + used);
        };
    }
}
