package dev.weir.bpel.analysis.assign;

import static dev.weir.bpel.analysis.rule.ProcessSource.is;

import dev.weir.bpel.analysis.rule.Findings;
import dev.weir.bpel.analysis.rule.ProcessSource;
import dev.weir.bpel.analysis.rule.Rule;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A from or to is of one of the variants that there are, with nothing of another. */
public final class Sa00032CopyVariants implements Rule {
    private static final List<Variant> VARIANTS = List.of(
            new Variant(false, Set.of("variable"), Set.of("part"), Set.of("query"), false),
            new Variant(true, Set.of("partnerLink", "endpointReference"), Set.of(), Set.of(), false),
            new Variant(false, Set.of("partnerLink"), Set.of(), Set.of(), false),
            new Variant(false, Set.of("variable", "property"), Set.of(), Set.of(), false),
            new Variant(false, Set.of(), Set.of("expressionLanguage"), Set.of(), true),
            new Variant(true, Set.of(), Set.of(), Set.of("literal"), false));

    @Override
    public String id() {
        return "SA00032";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        for (XmlElement spec : process.all("from", "to")) {
            boolean from = is(spec, "from");
            if (VARIANTS.stream().noneMatch(variant -> variant.matches(spec, from))
                    && !"yes".equals(spec.attributeValue("opaque"))) {
                findings.add(
                        spec,
                        "the <" + spec.name().local() + "> has no known form, or several forms at once",
                        from
                                ? "give it a variable, a partner link, a property, a literal or an expression, and"
                                        + " nothing of the others"
                                : "give it a variable, a partner link, a property or an expression, and nothing of the"
                                        + " others");
            }
        }
    }

    /** What one variant has to have and may have beside it; a text is an expression's. */
    private record Variant(
            boolean fromOnly, Set<String> needed, Set<String> allowed, Set<String> children, boolean text) {
        boolean matches(XmlElement spec, boolean from) {
            if (fromOnly && !from) {
                return false;
            }
            Set<String> given = new HashSet<>();
            for (XmlAttribute at = spec.firstAttribute(); at != null; at = (XmlAttribute) at.nextSibling()) {
                if (at.name().namespace().isEmpty()) {
                    given.add(at.name().local());
                }
            }
            if (!given.containsAll(needed)) {
                return false;
            }
            given.removeAll(needed);
            given.removeAll(allowed);
            Set<String> found = new HashSet<>();
            for (XmlElement child : spec.elements()) {
                if (child.name().namespace().equals(spec.name().namespace())
                        && !child.name().local().equals("documentation")) {
                    found.add(child.name().local());
                }
            }
            boolean literal = children.contains("literal");
            return given.isEmpty()
                    && children.containsAll(found)
                    && (!literal || found.contains("literal"))
                    && ownText(spec) == text;
        }

        private static boolean ownText(XmlElement spec) {
            for (XmlNode child = spec.firstChild(); child != null; child = child.nextSibling()) {
                if (child instanceof XmlText text && !text.stringValue().isBlank()) {
                    return true;
                }
            }
            return false;
        }
    }
}
