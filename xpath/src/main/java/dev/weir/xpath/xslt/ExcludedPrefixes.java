package dev.weir.xpath.xslt;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Prefixes that a stylesheet excludes from its result and never declares: an error by XSLT, and common in stylesheets that
 * a designer wrote for Oracle's processor, which passes over them. There is nothing to exclude, so they are left out.
 */
final class ExcludedPrefixes {
    private static final String XSLT = "http://www.w3.org/1999/XSL/Transform";
    private static final String EXCLUDE = "exclude-result-prefixes";

    private ExcludedPrefixes() {}

    /** Changes a module in place. */
    static void rewrite(XmlElement root) {
        XmlNode node = root;
        while (node != null) {
            if (node instanceof XmlElement element) {
                boolean instruction = element.name().namespace().equals(XSLT);
                XmlAttribute excluded =
                        element.attribute(instruction ? XmlName.of(EXCLUDE) : XmlName.of(XSLT, EXCLUDE));
                if (excluded != null) {
                    excluded.value(Arrays.stream(excluded.value().strip().split("\\s+"))
                            .filter(prefix -> isDeclared(prefix, element))
                            .collect(Collectors.joining(" ")));
                }
            }
            node = StylesheetSources.following(node, root);
        }
    }

    private static boolean isDeclared(String prefix, XmlElement element) {
        String namespace = element.lookupNamespace(prefix.equals("#default") ? "" : prefix);
        return prefix.equals("#all") || namespace != null && !namespace.isEmpty();
    }
}
