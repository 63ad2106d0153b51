package dev.weir.bpel.language;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The names of Oracle's extensions to BPEL, and what its attributes say. */
final class OracleExtensions {
    static final String NAMESPACE = "http://schemas.oracle.com/bpel/extension";

    private OracleExtensions() {}

    static XmlName name(String local) {
        return XmlName.of(NAMESPACE, local);
    }

    /** An invoke's label where it makes a detail, empty where it has none; null where it makes no detail. */
    static @Nullable String detailLabel(XmlElement invoke) {
        return yes(invoke, "invokeAsDetail") ? Objects.requireNonNullElse(value(invoke, "detailLabel"), "") : null;
    }

    /** True for what Oracle's tools write as yes. */
    static boolean yes(XmlElement element, String attribute) {
        String value = value(element, attribute);
        return "true".equals(value) || "yes".equals(value);
    }

    private static @Nullable String value(XmlElement element, String attribute) {
        var found = element.attribute(name(attribute));
        return found == null ? null : found.value();
    }
}
