package dev.weir.wsdl;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which of several documents that define one name a document means by it. */
public final class NearestDocument {
    private static final XmlName IMPORT = XmlName.of(WsdlDocument.WSDL, "import");

    private NearestDocument() {}

    /**
     * The document itself if it defines the name, else the first that it imports or that these import, near ones before far
     * ones; null where it reaches none.
     *
     * @param from the document, by the location that it was read from
     * @param defining those that define the name
     * @param roots gives root elements by location, null for what was not read
     */
    public static @Nullable URI of(URI from, Set<URI> defining, Function<URI, @Nullable XmlElement> roots) {
        Set<URI> seen = new HashSet<>();
        Deque<URI> reached = new ArrayDeque<>();
        reached.add(from);
        for (URI next = reached.poll(); next != null; next = reached.poll()) {
            if (defining.contains(next)) {
                return next;
            }
            XmlElement root = seen.add(next) ? roots.apply(next) : null;
            if (root != null) {
                imports(next, root).forEach(reached::add);
            }
        }
        return null;
    }

    private static List<URI> imports(URI document, XmlElement root) {
        List<URI> imports = new ArrayList<>();
        for (XmlElement imported : root.elements(IMPORT)) {
            String location = imported.attributeValue("location");
            try {
                if (location != null && !location.isBlank()) {
                    imports.add(WsdlLocation.resolve(document, location));
                }
            } catch (URISyntaxException e) {
                // Whoever reads the document reports it.
            }
        }
        return imports;
    }
}
