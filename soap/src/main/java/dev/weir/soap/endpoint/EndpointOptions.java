package dev.weir.soap.endpoint;

import dev.weir.xml.XmlLimits;

/**
 * Options of an endpoint. Immutable.
 *
 * @param limits of request documents
 * @param behindProxy true to make the addresses in the WSDL from X-Forwarded-Proto and X-Forwarded-Host where a request
 *     has them: only where a proxy sets them, as anyone else can too; default false
 */
public record EndpointOptions(XmlLimits limits, boolean behindProxy) {
    public static final EndpointOptions DEFAULT = new EndpointOptions(XmlLimits.DEFAULT, false);
}
