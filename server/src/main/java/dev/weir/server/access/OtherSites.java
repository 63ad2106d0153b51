package dev.weir.server.access;

import dev.weir.soap.http.HttpRequest;

/** Web pages of other sites: what they let a browser send is nobody's wish. */
public final class OtherSites {
    private OtherSites() {}

    /** True for a request that the page of another site sends, as browsers say it; other programs say nothing. */
    public static boolean sent(HttpRequest request) {
        String site = request.header("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        // Older browsers, and pages without TLS on other hosts than this one. A proxy that ends TLS makes these differ.
        String origin = request.header("Origin");
        return origin != null
                && !origin.equals(
                        request.target().scheme() + "://" + request.target().authority());
    }
}
