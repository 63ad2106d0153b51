package dev.weir.composite.functions;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;

/** Documents that functions name, by locations as expressions write them. Thread-safe. */
final class CompositeDocuments {
    private final List<URI> bases;
    private final Resources resources;

    /**
     * @param bases what locations may be relative to, the first one first: the component's document, and composite.xml,
     *     since Oracle's tools write either
     * @param resources reads the composite's files, and nothing that a composite must not see
     */
    CompositeDocuments(List<URI> bases, Resources resources) {
        this.bases = bases;
        this.resources = resources;
    }

    /** A document that was found. */
    record Found(URI location, byte[] bytes) {
        /** @throws XPathException if it is no document */
        XmlElement parsed() {
            try {
                return XmlElement.parse(bytes);
            } catch (XmlException e) {
                throw new XPathException(location + " cannot be read: " + e.getMessage(), e);
            }
        }
    }

    /**
     * @param kind what it should be, for messages
     * @throws XPathException if there is no such document
     */
    Found find(String kind, String location) {
        String written = location.strip().replace('\\', '/').replace(" ", "%20");
        List<WsdlException> missing = new ArrayList<>();
        for (URI base : bases) {
            try {
                URI resolved = base.resolve(new URI(written));
                return new Found(resolved, resources.read(resolved));
            } catch (WsdlException e) {
                missing.add(e);
            } catch (URISyntaxException e) {
                throw new XPathException("'" + location + "' is not the location of a document", e);
            }
        }
        WsdlException first = missing.get(0);
        throw new XPathException("the " + kind + " " + location + " cannot be read: " + first.getMessage(), first);
    }
}
