package dev.weir.soap.endpoint;

import dev.weir.xml.XmlLimits;
import org.jspecify.annotations.Nullable;

/**
 * Options of an endpoint. Immutable.
 *
 * @param limits of request documents
 * @param behindProxy true to make the addresses in the WSDL from X-Forwarded-Proto and X-Forwarded-Host where a request
 *     has them: only where a proxy sets them, as anyone else can too; default false
 * @param publicUrl what the addresses in the WSDL begin with, without a slash at its end, before the path; null to make
 *     them from requests
 */
public record EndpointOptions(
        XmlLimits limits, boolean behindProxy, @Nullable String publicUrl) {
    public static final EndpointOptions DEFAULT = new EndpointOptions(XmlLimits.DEFAULT, false, null);

    /** With no address of its own. */
    public EndpointOptions(XmlLimits limits, boolean behindProxy) {
        this(limits, behindProxy, null);
    }

    public EndpointOptions withPublicUrl(@Nullable String url) {
        return new EndpointOptions(limits, behindProxy, url);
    }
}
