package dev.weir.soap.page;

import static dev.weir.soap.page.SchemaComponents.XSD;

import dev.weir.soap.page.SchemaComponents.Component;
import dev.weir.xml.XmlName;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A simple type as its schema has it (XML Schema Part 2, section 4.1): a built-in type, a list or a union, and the facets of
 * each step that restricts it. It knows which texts are values of it.
 *
 * @param builtIn the name of the built-in type; empty for a list or a union
 * @param members the type of a list's items, or those of a union
 * @param isList false for a union, where builtIn is empty
 * @param steps the last restriction first
 */
record SimpleForm(String builtIn, List<SimpleForm> members, boolean isList, List<Step> steps) {
    /** No chain of types is longer than that, unless it is a circle. */
    private static final int MOST_STEPS = 32;
    /** Types of items and members in all: unions of unions of the same can be any number. */
    private static final int MOST_MEMBERS = 100;

    private static final Set<String> LISTS = Set.of("NMTOKENS", "IDREFS", "ENTITIES");

    /**
     * A restriction.
     *
     * @param facets their values by their names, but for those that may be there several times
     * @param unread true where a pattern is not understood
     */
    record Step(Map<String, String> facets, List<Component> enumeration, List<SchemaPattern> patterns, boolean unread) {
        static Step of(Component derivation) {
            Map<String, String> facets = new HashMap<>();
            List<Component> enumeration = new ArrayList<>();
            List<SchemaPattern> patterns = new ArrayList<>();
            boolean unread = false;
            for (Component facet : derivation.parts()) {
                String value = facet.value("value");
                if (value == null) {
                    continue;
                }
                if (facet.is("enumeration")) {
                    enumeration.add(facet);
                } else if (facet.is("pattern")) {
                    SchemaPattern pattern = SchemaPattern.of(value);
                    unread |= pattern == null;
                    if (pattern != null) {
                        patterns.add(pattern);
                    }
                } else {
                    facets.put(facet.declaration().name().local(), value.strip());
                }
            }
            return new Step(facets, enumeration, unread ? List.of() : patterns, unread);
        }

        /** A number; null where there is none. */
        @Nullable Integer number(String facet) {
            String value = facets.get(facet);
            try {
                return value == null ? null : Integer.valueOf(value);
            } catch (NumberFormatException e) {
                return null;
            }
        }
    }

    // ---------------------------------------------------------------- reading

    /** A global or built-in type. */
    static SimpleForm of(XmlName type, SchemaComponents schemas) {
        return new Reading(schemas).named(type);
    }

    /** A simple type, or a complex one with simple content. */
    static SimpleForm of(Component type, SchemaComponents schemas) {
        return new Reading(schemas).declared(type);
    }

    private static SimpleForm builtIn(String name) {
        return LISTS.contains(name)
                ? new SimpleForm(
                        "",
                        List.of(builtIn(name.substring(0, name.length() - 1).replace("ENTITIE", "ENTITY"))),
                        true,
                        List.of())
                : new SimpleForm(name, List.of(), false, List.of());
    }

    private static final class Reading {
        private final SchemaComponents schemas;
        private int level;
        private int read;

        Reading(SchemaComponents schemas) {
            this.schemas = schemas;
        }

        SimpleForm named(@Nullable XmlName type) {
            if (type == null) {
                return builtIn("string");
            }
            if (type.namespace().equals(XSD)) {
                return builtIn(type.local());
            }
            Component declared = schemas.type(type);
            if (declared != null) {
                return declared(declared);
            }
            // Those of SOAP encoding are the built-in types with identities (SOAP 1.1, section 5.2).
            boolean isEncoded = type.namespace().equals(EncodedArray.ENCODING);
            return builtIn(!isEncoded ? "string" : type.local().equals("base64") ? "base64Binary" : type.local());
        }

        SimpleForm declared(Component type) {
            if (level >= MOST_STEPS || ++read > MOST_MEMBERS) {
                return builtIn("string");
            }
            level++;
            List<Step> steps = new ArrayList<>();
            SimpleForm base = base(type, steps);
            steps.addAll(base.steps());
            level--;
            return new SimpleForm(base.builtIn(), base.members(), base.isList(), steps);
        }

        /** The type that is no restriction of another in the chain of types. */
        private SimpleForm base(Component type, List<Step> steps) {
            Component current = type;
            for (int i = 0; i < MOST_STEPS; i++) {
                Component content = current.part("simpleContent");
                Component derivation = SchemaComponents.derivation(content == null ? current : content);
                if (derivation == null) {
                    return primary(current);
                }
                steps.add(Step.of(derivation));
                Component inline = derivation.part("simpleType");
                XmlName base = derivation.reference("base");
                Component next = inline != null ? inline : base == null ? null : schemas.type(base);
                if (next == null
                        || inline == null && base != null && base.namespace().equals(XSD)) {
                    return named(base);
                }
                current = next;
            }
            return builtIn("string");
        }

        private SimpleForm primary(Component type) {
            Component list = type.part("list");
            Component union = type.part("union");
            if (list != null) {
                Component inline = list.part("simpleType");
                SimpleForm item = inline == null ? named(list.reference("itemType")) : declared(inline);
                return new SimpleForm("", List.of(item), true, List.of());
            }
            if (union == null) {
                return builtIn("string");
            }
            List<SimpleForm> members = new ArrayList<>();
            String names = union.value("memberTypes");
            if (names != null && !names.isBlank()) {
                for (String name : names.strip().split("\\s+")) {
                    members.add(named(union.resolved(name)));
                }
            }
            union.parts("simpleType").forEach(inline -> members.add(declared(inline)));
            return members.isEmpty() ? builtIn("string") : new SimpleForm("", members, false, List.of());
        }
    }

    // ---------------------------------------------------------------- values

    boolean isUnion() {
        return builtIn.isEmpty() && !isList;
    }

    /** True where a pattern of it is not understood. */
    boolean isUnread() {
        return steps.stream().anyMatch(Step::unread) || members.stream().anyMatch(SimpleForm::isUnread);
    }

    /** True where the same value may not be in a document twice. */
    boolean isUnique() {
        return builtIn.equals("ID") || members.stream().anyMatch(SimpleForm::isUnique);
    }

    /** The constants of the last restriction that has some; empty for none. */
    List<Component> enumeration() {
        for (Step step : steps) {
            if (!step.enumeration().isEmpty()) {
                return step.enumeration();
            }
        }
        return List.of();
    }

    /** Whether a text is a value of the type. */
    boolean accepts(String text) {
        String value = normalized(text);
        if (isList) {
            for (String item : items(value)) {
                if (!members.get(0).accepts(item)) {
                    return false;
                }
            }
        } else if (isUnion()) {
            if (members.stream().noneMatch(member -> member.accepts(text))) {
                return false;
            }
        } else if (!BuiltInType.isValue(builtIn, value)) {
            return false;
        }
        for (Step step : steps) {
            if (!accepts(step, value)) {
                return false;
            }
        }
        return true;
    }

    private boolean accepts(Step step, String value) {
        return (step.enumeration().isEmpty()
                        || step.enumeration().stream()
                                .anyMatch(each -> value.equals(normalized(String.valueOf(each.value("value"))))))
                && (step.patterns().isEmpty() || step.patterns().stream().anyMatch(pattern -> pattern.matches(value)))
                && isLong(step, value)
                && isWithin(step, value)
                && hasDigits(step, value);
    }

    private static List<String> items(String value) {
        return value.isEmpty() ? List.of() : Arrays.asList(value.split(" "));
    }

    /** The whiteSpace facet (section 4.3.6). */
    private String normalized(String text) {
        String rule = null;
        for (Step step : steps) {
            rule = rule == null ? step.facets().get("whiteSpace") : rule;
        }
        if (rule == null) {
            rule = builtIn.equals("string") || builtIn.equals("anySimpleType")
                    ? "preserve"
                    : builtIn.equals("normalizedString") ? "replace" : "collapse";
        }
        String replaced = rule.equals("preserve") ? text : text.replaceAll("[\t\n\r]", " ");
        return rule.equals("collapse") ? replaced.replaceAll(" +", " ").strip() : replaced;
    }

    private boolean isLong(Step step, String value) {
        if (isUnion()) {
            return true;
        }
        int length = isList ? items(value).size() : BuiltInType.length(builtIn, value);
        Integer exact = step.number("length");
        Integer least = step.number("minLength");
        Integer most = step.number("maxLength");
        return length < 0
                || (exact == null || length == exact)
                        && (least == null || length >= least)
                        && (most == null || length <= most);
    }

    private boolean isWithin(Step step, String value) {
        for (String bound : BuiltInType.BOUNDS) {
            String limit = step.facets().get(bound);
            if (limit != null && !builtIn.isEmpty()) {
                Integer order = BuiltInType.compare(builtIn, value, limit);
                boolean within = order != null && (bound.startsWith("min") ? order > 0 : order < 0)
                        || order != null && order == 0 && bound.endsWith("Inclusive");
                if (!within) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hasDigits(Step step, String value) {
        Integer total = step.number("totalDigits");
        Integer fraction = step.number("fractionDigits");
        if (total == null && fraction == null || !BuiltInType.isDecimal(builtIn)) {
            return true;
        }
        BigDecimal number = new BigDecimal(value).stripTrailingZeros();
        number = number.scale() < 0 ? number.setScale(0) : number;
        return (total == null || number.precision() <= total && number.scale() <= total)
                && (fraction == null || number.scale() <= fraction);
    }
}
