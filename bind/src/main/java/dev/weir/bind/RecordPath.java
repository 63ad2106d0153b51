package dev.weir.bind;

import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.List;

/** A path of element names: {@code /persons/person}, or {@code /{urn:p}persons/{urn:p}person}. */
final class RecordPath {
    private RecordPath() {}

    static List<XmlName> parse(String path) {
        List<XmlName> steps = new ArrayList<>();
        int p = 0;
        while (p < path.length() && path.charAt(p) == '/') {
            int namespaceEnd = path.startsWith("{", p + 1) ? path.indexOf('}', p) : p;
            int end = namespaceEnd < 0 ? path.length() : path.indexOf('/', namespaceEnd + 1);
            end = end < 0 ? path.length() : end;
            if (end <= p + 1) {
                break;
            }
            steps.add(XmlName.parse(path.substring(p + 1, end)));
            p = end;
        }
        if (p < path.length() || steps.isEmpty()) {
            throw new IllegalArgumentException(
                    "a path must begin at the root and name an element in each step, like /persons/person: \"" + path
                            + "\"");
        }
        return List.copyOf(steps);
    }
}
