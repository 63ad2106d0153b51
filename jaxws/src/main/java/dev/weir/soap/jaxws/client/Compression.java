package dev.weir.soap.jaxws.client;

import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.jaxws.body.GzipProperty;
import jakarta.xml.ws.WebServiceException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a request context has text compressed, by properties of Weir and of CXF. Who says something of it takes packed replies.
 *
 * @param coding of requests
 * @param fromBytes requests of this length and longer are packed; 0 for none
 */
record Compression(ContentCoding coding, int fromBytes) {
    private static final String ZSTD = "dev.weir.jaxws.zstd-from-bytes";
    private static final String CXF = "org.apache.cxf.transport.common.gzip.GZIPOutInterceptor.useGzip";

    /** As CXF's. */
    private static final int CXF_FROM_BYTES = 1024;

    static boolean include(String property) {
        return property.equals(GzipProperty.FROM_BYTES) || property.equals(ZSTD) || property.equals(CXF);
    }

    /** Of a context that includes one of the properties. */
    static Compression of(Map<String, Object> context) {
        int zstd = GzipProperty.fromBytes(context, ZSTD);
        int gzip = GzipProperty.fromBytes(context, GzipProperty.FROM_BYTES);
        if (zstd > 0 && gzip > 0) {
            throw new WebServiceException("requests cannot be packed by " + ZSTD + " and by " + GzipProperty.FROM_BYTES
                    + ": only one of them may be above 0");
        }
        if (zstd > 0) {
            if (!ContentCoding.ZSTD.isAvailable()) {
                throw new WebServiceException("the property " + ZSTD
                        + " needs the library com.github.luben:zstd-jni on the class path, with code for this machine");
            }
            return new Compression(ContentCoding.ZSTD, zstd);
        }
        return new Compression(ContentCoding.GZIP, gzip == GzipProperty.UNSAID ? ofCxf(context.get(CXF)) : gzip);
    }

    private static int ofCxf(@Nullable Object used) {
        return switch (String.valueOf(used)) {
            case "YES", "FORCE" -> CXF_FROM_BYTES;
            case "NO", "null" -> 0;
            default -> throw new WebServiceException("the property " + CXF + " must be YES, FORCE or NO: " + used);
        };
    }

    /** By which text of a length is packed; null where it is not. */
    @Nullable ContentCoding of(int bytes) {
        return fromBytes > 0 && bytes >= fromBytes ? coding : null;
    }
}
