package dev.weir.wsdl;

import java.net.URI;
import java.net.URISyntaxException;

/** Locations as imports give them: URI references, often written as file names with spaces or backslashes. */
public final class WsdlLocation {
    private WsdlLocation() {}

    /**
     * The document that an import means.
     *
     * @param base the importing document
     * @param location as written; a fragment is cut off
     * @return normalised; not absolute only where the base is not hierarchical
     */
    public static URI resolve(URI base, String location) throws URISyntaxException {
        String reference = location.strip().replace(" ", "%20").replace('\\', '/');
        int fragment = reference.indexOf('#');
        if (fragment >= 0) {
            reference = reference.substring(0, fragment);
        }
        URI uri = new URI(reference);
        return (reference.isEmpty() ? base : base.resolve(uri)).normalize();
    }
}
