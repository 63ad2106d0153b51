package dev.weir.soap.endpoint;

import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.mtom.AttachmentOptions;
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
 * @param names which requests must name for addresses to be made from them, where there is no {@code publicUrl}; null for any
 * @param attachments of requests and replies; where the WSDL's policy asks for MTOM, replies have it always. Their limits are of
 *     messages; what is made of parts in memory is bounded by the server's limit {@code maxBufferedBytes}
 * @param fastInfoset true to read Fast Infoset, and to answer in it who sends or accepts it, where the module
 *     dev.weir.fastinfoset is there; default true
 * @param gzipFromBytes replies of this length or longer are packed for those who accept gzip; default 0, for none
 * @param testPage true to answer GET by a page on which people try the service; default true
 * @param onlyComputes true where the service waits for nobody on the thread that calls it: {@link HttpHandler#onlyComputes};
 *     default false
 */
public record EndpointOptions(
        XmlLimits limits,
        boolean behindProxy,
        @Nullable String publicUrl,
        @Nullable OwnNames names,
        AttachmentOptions attachments,
        boolean fastInfoset,
        int gzipFromBytes,
        boolean testPage,
        boolean onlyComputes) {
    public static final EndpointOptions DEFAULT = new EndpointOptions(XmlLimits.DEFAULT, false);

    /** With no address of its own, and defaults for the rest. */
    public EndpointOptions(XmlLimits limits, boolean behindProxy) {
        this(limits, behindProxy, null, null, AttachmentOptions.DEFAULT, true, 0, true, false);
    }

    public EndpointOptions withPublicUrl(@Nullable String url) {
        return new EndpointOptions(
                limits, behindProxy, url, names, attachments, fastInfoset, gzipFromBytes, testPage, onlyComputes);
    }

    public EndpointOptions withNames(@Nullable OwnNames own) {
        return new EndpointOptions(
                limits, behindProxy, publicUrl, own, attachments, fastInfoset, gzipFromBytes, testPage, onlyComputes);
    }

    public EndpointOptions withAttachments(AttachmentOptions others) {
        return new EndpointOptions(
                limits, behindProxy, publicUrl, names, others, fastInfoset, gzipFromBytes, testPage, onlyComputes);
    }

    public EndpointOptions withFastInfoset(boolean spoken) {
        return new EndpointOptions(
                limits, behindProxy, publicUrl, names, attachments, spoken, gzipFromBytes, testPage, onlyComputes);
    }

    public EndpointOptions withGzipFromBytes(int bytes) {
        return new EndpointOptions(
                limits, behindProxy, publicUrl, names, attachments, fastInfoset, bytes, testPage, onlyComputes);
    }

    public EndpointOptions withTestPage(boolean shown) {
        return new EndpointOptions(
                limits, behindProxy, publicUrl, names, attachments, fastInfoset, gzipFromBytes, shown, onlyComputes);
    }

    public EndpointOptions withOnlyComputes(boolean computes) {
        return new EndpointOptions(
                limits, behindProxy, publicUrl, names, attachments, fastInfoset, gzipFromBytes, testPage, computes);
    }
}
