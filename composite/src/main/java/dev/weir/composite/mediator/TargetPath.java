package dev.weir.composite.mediator;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A target of plain steps, {@code $out.part/a:b/c:d/@e}: what of it is missing can be made, as Oracle's mediator does.
 *
 * @param elements the names of the steps
 * @param attribute of the last; null where the path ends in an element
 */
record TargetPath(List<XmlName> elements, @Nullable XmlName attribute) {
    private static final Pattern STEP = Pattern.compile("(@?)(?:([\\w.\\-]+):)?([\\w.\\-]+)(?:\\[1])?");

    /**
     * @param path each step after a slash
     * @return null for a path with other steps than plain names
     */
    static @Nullable TargetPath parse(String path, Function<String, @Nullable String> namespaces) {
        List<XmlName> elements = new ArrayList<>();
        XmlName attribute = null;
        for (String text : path.strip().substring(1).split("/", -1)) {
            var step = STEP.matcher(text.strip());
            if (attribute != null || !step.matches()) {
                return null;
            }
            String prefix = step.group(2);
            String uri = prefix == null ? "" : namespaces.apply(prefix);
            if (uri == null) {
                return null;
            }
            XmlName name = XmlName.of(uri, Objects.requireNonNull(step.group(3)));
            if (step.group(1).isEmpty()) {
                elements.add(name);
            } else {
                attribute = name;
            }
        }
        return new TargetPath(List.copyOf(elements), attribute);
    }

    /**
     * Makes what is missing below an element.
     *
     * @param known the number of steps that the element itself stands for: 1 where the path begins with its name, else 0
     */
    void make(XmlElement from, int known) {
        XmlElement at = from;
        for (XmlName name : elements.subList(known, elements.size())) {
            XmlElement next = at.element(name);
            at = next != null ? next : at.appendElement(name);
        }
        if (attribute != null && at.attribute(attribute) == null) {
            at.attribute(attribute, "");
        }
    }
}
