package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.EditKind;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The names of Oracle's extensions to BPEL, and what its attributes say. */
final class OracleExtensions {
    static final String NAMESPACE = ProcessReader.ORACLE;

    private OracleExtensions() {}

    static XmlName name(String local) {
        return XmlName.of(NAMESPACE, local);
    }

    /** An invoke's label where it makes a detail, empty where it has none; null where it makes no detail. */
    static @Nullable String detailLabel(XmlElement invoke) {
        return yes(invoke, "invokeAsDetail") ? Objects.requireNonNullElse(value(invoke, "detailLabel"), "") : null;
    }

    private static final Map<String, EditKind> EDITS = Map.of(
            "append", EditKind.APPEND,
            "insertBefore", EditKind.INSERT_BEFORE,
            "insertAfter", EditKind.INSERT_AFTER,
            "copyList", EditKind.COPY_LIST,
            "remove", EditKind.REMOVE,
            "rename", EditKind.RENAME);

    /** Null for no change of a tree. */
    static @Nullable EditKind editKind(XmlName name) {
        return name.namespace().equals(NAMESPACE) ? EDITS.get(name.local()) : null;
    }

    /** True for what stands among the operations of an assign and is none. */
    static boolean besideOperations(XmlName name) {
        return name.local().equals("annotation") || name.equals(name("skipCondition"));
    }

    /** A child in Oracle's namespace or in BPEL's: its tools write both. */
    static @Nullable XmlElement child(XmlElement element, String local) {
        XmlElement found = element.element(name(local));
        return found != null ? found : element.element(XmlName.of(ProcessReader.NAMESPACE, local));
    }

    /** The condition under which an activity is passed over, an attribute or an element; null for none. */
    static @Nullable String skipCondition(XmlElement activity) {
        XmlElement element = activity.element(name("skipCondition"));
        return element != null ? element.stringValue().strip() : value(activity, "skipCondition");
    }

    /** An expression that is an attribute of another construct or an element in it; null for none. */
    static Construct.@Nullable Expression expression(XmlElement holder, String name) {
        XmlElement element = holder.element(name(name));
        if (element != null) {
            return new Construct.Expression(element.stringValue().strip(), element);
        }
        String value = value(holder, name);
        return value == null ? null : new Construct.Expression(value.strip(), holder);
    }

    /** True for a variable whose value a service holds. */
    static boolean isEntity(XmlElement variable) {
        return value(variable, "entity.si") != null || value(variable, "entity.doc") != null;
    }

    /** True for what Oracle's tools write as yes. */
    static boolean yes(XmlElement element, String attribute) {
        return isYes(value(element, attribute));
    }

    /** The same for an attribute of one of Oracle's own elements, with its namespace or without. */
    static boolean ownYes(XmlElement element, String attribute) {
        return isYes(element.attributeValue(attribute)) || yes(element, attribute);
    }

    private static boolean isYes(@Nullable String value) {
        return "true".equals(value) || "yes".equals(value);
    }

    /** The names that an attribute lists, with spaces or commas between them: users of Oracle's write both. */
    static List<String> names(XmlElement element, String attribute) {
        String value = value(element, attribute);
        return value == null
                ? List.of()
                : Arrays.stream(value.split("[\\s,]+"))
                        .filter(name -> !name.isEmpty())
                        .toList();
    }

    private static @Nullable String value(XmlElement element, String attribute) {
        var found = element.attribute(name(attribute));
        return found == null ? null : found.value();
    }
}
