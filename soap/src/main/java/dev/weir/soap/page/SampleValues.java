package dev.weir.soap.page;

import static dev.weir.soap.page.SchemaComponents.XSD;

import dev.weir.soap.page.SchemaComponents.Component;
import dev.weir.soap.page.SchemaPattern.Choices;
import dev.weir.soap.page.SimpleForm.Step;
import dev.weir.xml.XmlName;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value of each simple type: the first that the type takes, of those that are usual, at its bounds, or drawn from its
 * patterns. The search is bounded; where it finds none, the value says so. One serves for one document.
 */
final class SampleValues {
    private static final int MOST_ITEMS = 1_000;
    /** How often what may be repeated is, in the texts that are tried of each pattern. */
    private static final List<Integer> REPETITIONS = List.of(0, 1, 2, 3, 4, 6, 8, 16, 32, 128, 512);
    /** Texts that are joined. */
    private static final int MOST_PARTS = 24;
    /** Texts that are drawn from the patterns of one type. */
    private static final int MOST_DRAWS = 500;
    /** And from those of all types that are within it. */
    private static final int ALL_DRAWS = 4 * MOST_DRAWS;
    /** Items that are tried in lists, and lists and unions within one another. */
    private static final int FEW = 5;

    /**
     * A value.
     *
     * @param doubt why it may not be one; null where it is one
     */
    record Value(String text, @Nullable String doubt) {}

    private final SchemaComponents schemas;
    private final Function<XmlName, String> prefixed;
    private final Map<Object, Value> known = new HashMap<>();
    /** IDs are unique in a document. */
    private final Set<String> ids = new HashSet<>();
    /** The same in every document. */
    private final Random random = new Random(1);

    private int draws;

    /** @param prefixed writes a name as the document has it where it stands */
    SampleValues(SchemaComponents schemas, Function<XmlName, String> prefixed) {
        this.schemas = schemas;
        this.prefixed = prefixed;
    }

    /** A value of a global or built-in type; "text" where it is not known. */
    Value of(XmlName type) {
        return of(type, () -> SimpleForm.of(type, schemas));
    }

    /** A value of a simple type, or of a complex one with simple content. */
    Value of(Component type) {
        return of(type, () -> SimpleForm.of(type, schemas));
    }

    /** True for the types whose values name another element of the document. */
    boolean isReference(XmlName type) {
        return type.namespace().equals(XSD) && type.local().startsWith("IDREF");
    }

    private Value of(Object key, Supplier<SimpleForm> type) {
        Value value = known.get(key);
        if (value == null) {
            SimpleForm form = type.get();
            value = search(form);
            // One that names something is written anew, as prefixes have their places; so is one that is unique.
            if (!form.isUnique() && !isName(form)) {
                known.put(key, value);
            }
        }
        return value;
    }

    private static boolean isName(SimpleForm form) {
        return form.builtIn().equals("QName") || form.builtIn().equals("NOTATION");
    }

    private Value search(SimpleForm form) {
        draws = ALL_DRAWS;
        Collection<String> candidates = candidates(form, 0);
        String value = first(form, candidates);
        String fallback = candidates.isEmpty() ? "text" : candidates.iterator().next();
        String doubt = null;
        if (form.isUnread()) {
            doubt = "a pattern of its type is not understood here";
        } else if (value == null) {
            doubt = "no value was found that its type takes";
        }
        String text = value == null ? fallback : value;
        if (form.isUnique()) {
            ids.addAll(List.of(text.split(" ")));
        }
        return new Value(isName(form) ? named(form, text) : text, doubt);
    }

    /** The first of the candidates that the type takes, or another that can be made of its patterns; null for none. */
    private @Nullable String first(SimpleForm form, Collection<String> candidates) {
        for (String candidate : candidates) {
            if (fits(form, candidate)) {
                return candidate;
            }
        }
        List<SchemaPattern> patterns =
                form.steps().stream().flatMap(step -> step.patterns().stream()).toList();
        if (patterns.isEmpty() || !form.enumeration().isEmpty()) {
            return null;
        }
        Set<String> parts = new LinkedHashSet<>();
        for (SchemaPattern pattern : patterns) {
            for (int repetitions : REPETITIONS) {
                String text = pattern.draw(new Plain(repetitions));
                if (text != null && fits(form, text)) {
                    return text;
                }
                if (text != null && parts.size() < MOST_PARTS) {
                    parts.add(text);
                }
            }
        }
        candidates.stream().limit(FEW).forEach(parts::add);
        String joined = joined(form, parts);
        return joined == null ? drawn(form, patterns) : joined;
    }

    /** One text with the beginning or the end of another, as where a pattern says how a date begins. */
    private @Nullable String joined(SimpleForm form, Set<String> parts) {
        for (String one : parts) {
            for (String other : parts) {
                int rest = other.length() - one.length();
                if (rest > 0) {
                    String begun = one + other.substring(one.length());
                    String ended = other.substring(0, rest) + one;
                    if (fits(form, begun)) {
                        return begun;
                    }
                    if (fits(form, ended)) {
                        return ended;
                    }
                }
            }
        }
        return null;
    }

    /** Drawn from the patterns by chance. */
    private @Nullable String drawn(SimpleForm form, List<SchemaPattern> patterns) {
        for (SchemaPattern pattern : patterns) {
            for (int i = 0; i < MOST_DRAWS && --draws > 0; i++) {
                String text = pattern.draw(new Chance(random));
                if (text != null && fits(form, text)) {
                    return text;
                }
            }
        }
        return null;
    }

    private boolean fits(SimpleForm form, String text) {
        return form.accepts(text) && (!form.isUnique() || !ids.contains(text));
    }

    /** A constant with the prefix that its namespace has in the document. */
    private String named(SimpleForm form, String text) {
        for (Component constant : form.enumeration()) {
            if (text.equals(constant.value("value"))) {
                XmlName name = constant.resolved(text.strip());
                return name == null ? text : prefixed.apply(name);
            }
        }
        return text;
    }

    // ---------------------------------------------------------------- candidates

    private Set<String> candidates(SimpleForm form, int level) {
        List<Component> constants = form.enumeration();
        Set<String> candidates = new LinkedHashSet<>();
        if (!constants.isEmpty()) {
            constants.forEach(constant -> candidates.add(String.valueOf(constant.value("value"))));
        } else if (level > FEW) {
            candidates.add("text");
        } else if (form.isList()) {
            lists(form, level, candidates);
        } else if (form.isUnion()) {
            Set<String> others = new LinkedHashSet<>();
            for (SimpleForm member : form.members()) {
                Set<String> ofMember = candidates(member, level + 1);
                String value = first(member, ofMember);
                if (value != null) {
                    candidates.add(value);
                }
                others.addAll(ofMember);
            }
            candidates.addAll(others);
        } else {
            candidates.addAll(CandidateValues.of(form.builtIn(), form.steps(), ids.size() + 1));
        }
        return candidates;
    }

    /** One item, or as many as the lengths want, of each of the first values of the items' type. */
    private void lists(SimpleForm form, int level, Set<String> lists) {
        SimpleForm item = form.members().get(0);
        Set<String> items = new LinkedHashSet<>();
        Set<String> tried = candidates(item, level + 1);
        String value = first(item, tried);
        items.add(value == null ? "text" : value);
        tried.stream().filter(each -> fits(item, each)).limit(FEW).forEach(items::add);
        Set<Integer> counts = new LinkedHashSet<>();
        counts.add(1);
        for (Step step : form.steps()) {
            for (String facet : List.of("length", "minLength", "maxLength")) {
                Integer count = step.number(facet);
                counts.add(count == null ? 1 : Math.max(0, Math.min(MOST_ITEMS, count)));
            }
        }
        counts.addAll(List.of(2, 3));
        for (String each : items) {
            counts.forEach(count -> lists.add((each + " ").repeat(count).strip()));
        }
    }

    // ---------------------------------------------------------------- patterns

    /**
     * The first of everything.
     *
     * @param repetitions how often what may be repeated is, if that is more than it must be
     */
    private record Plain(int repetitions) implements Choices {
        @Override
        public int branch(int branches) {
            return 0;
        }

        @Override
        public int times(int least, int most) {
            return Math.max(least, Math.min(most, repetitions));
        }

        @Override
        public int character(int characters) {
            return 0;
        }
    }

    /** Anything, but seldom much of it. */
    private record Chance(Random random) implements Choices {
        @Override
        public int branch(int branches) {
            return random.nextInt(branches);
        }

        @Override
        public int times(int least, int most) {
            int more = random.nextInt(1 << (1 + random.nextInt(5)));
            return least + Math.min(most - least, more);
        }

        @Override
        public int character(int characters) {
            return random.nextInt(characters);
        }
    }
}
