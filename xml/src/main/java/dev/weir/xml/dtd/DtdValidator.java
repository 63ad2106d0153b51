package dev.weir.xml.dtd;

import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Validates a document against its DTD: all validity constraints of XML 1.0. It receives the items of the document in order
 * and reports each violation; it does not depend on readers. Names are as written, values normalised. One thread at a time.
 *
 * <p>Content models that are too large to follow are {@link DtdException}s. Memory grows with the depth of the document
 * and with its IDs and references to them.
 */
public final class DtdValidator {
    private final Dtd dtd;
    private final Edition edition;
    private final Consumer<String> breaches;
    private final Map<String, ElementRules> rules = new HashMap<>();
    private final ContentAutomaton.Budget budget = new ContentAutomaton.Budget();
    private final Set<String> ids = new HashSet<>();
    private final Set<String> awaited = new LinkedHashSet<>();

    // Open elements; index 0 is the document.
    private @Nullable ElementRules[] open = new @Nullable ElementRules[16];
    private ContentAutomaton.@Nullable State[] states = new ContentAutomaton.@Nullable State[16];
    private int depth;

    /** Counts start tags, so that each knows which attributes it had. */
    private long tag;

    private long references;

    private static final class ElementRules {
        final String name;
        final @Nullable ElementDeclaration declaration;
        final Map<String, AttributeRule> attributes = new HashMap<>();
        final List<AttributeRule> required = new ArrayList<>();

        /** The element types allowed in mixed content. */
        Set<String> mixed = Set.of();

        /** For element content. */
        @Nullable ContentAutomaton automaton;

        ElementRules(String name, @Nullable ElementDeclaration declaration) {
            this.name = name;
            this.declaration = declaration;
        }

        ContentModel.@Nullable Kind kind() {
            return declaration == null ? null : declaration.content().kind();
        }
    }

    private static final class AttributeRule {
        final AttributeDeclaration declaration;
        final Set<String> values;
        long tag;

        AttributeRule(AttributeDeclaration declaration) {
            this.declaration = declaration;
            this.values = new HashSet<>(declaration.values());
        }
    }

    /** @param breaches receives the description of each violation; may throw */
    public DtdValidator(Dtd dtd, Consumer<String> breaches) {
        this.dtd = dtd;
        this.edition = dtd.edition;
        this.breaches = breaches;
    }

    private void invalid(String breach) {
        breaches.accept(breach);
    }

    // ---------------------------------------------------------------- the declarations

    /** Checks the declarations. Called once, before all other methods. */
    public void startDocument() {
        dtd.takeNotes().forEach(this::invalid);
        Map<String, String> idAttributes = new HashMap<>();
        Map<String, String> notationAttributes = new HashMap<>();
        for (Declaration item : dtd.declarations()) {
            if (item instanceof ElementDeclaration element) {
                checkModel(element);
            } else if (item instanceof AttributeDeclaration attribute) {
                switch (attribute.type()) {
                    case "ID" -> checkOnlyOne(attribute, idAttributes);
                    case "NOTATION" -> checkOnlyOne(attribute, notationAttributes);
                    default -> {}
                }
                checkAttribute(attribute);
            } else if (item instanceof EntityDeclaration entity
                    && entity.notation() != null
                    && dtd.notation(entity.notation()) == null) {
                invalid("the notation " + entity.notation() + " of the entity " + entity.name() + " is not declared");
            }
        }
    }

    private void checkModel(ElementDeclaration element) {
        String model = element.content().text();
        switch (element.content().kind()) {
            case MIXED -> {
                Set<String> once = new HashSet<>();
                for (String name : mixedNames(model)) {
                    if (!once.add(name)) {
                        invalid("the mixed content of " + element.name() + " names " + name + " twice");
                    }
                }
            }
            case CHILDREN -> {
                String ambiguous = dtd.models.ambiguity(element, budget);
                if (ambiguous != null) {
                    invalid("the content model of " + element.name() + " is not deterministic: " + ambiguous
                            + " could match in two places");
                }
            }
            default -> {}
        }
    }

    /** The names in (#PCDATA|a|b)*. */
    private static List<String> mixedNames(String model) {
        String[] parts = model.substring(1, model.lastIndexOf(')')).split("\\|");
        return Arrays.asList(parts).subList(1, parts.length);
    }

    private void checkOnlyOne(AttributeDeclaration attribute, Map<String, String> found) {
        String other = found.putIfAbsent(attribute.element(), attribute.name());
        if (other != null) {
            invalid("the element type " + attribute.element() + " must not have two attributes of type "
                    + attribute.type() + ": " + other + " and " + attribute.name());
        }
    }

    private void checkAttribute(AttributeDeclaration attribute) {
        String what = "the attribute " + attribute.name() + " of " + attribute.element();
        if (new HashSet<>(attribute.values()).size() < attribute.values().size()) {
            invalid(what + " lists a value twice: " + attribute.typeText());
        }
        String value = attribute.value();
        switch (attribute.type()) {
            case "ID" -> {
                if (value != null) {
                    invalid(what + " is of type ID and must not have a default value");
                }
            }
            case "NOTATION" -> {
                ElementDeclaration element = dtd.element(attribute.element());
                if (element != null && element.content().kind() == ContentModel.Kind.EMPTY) {
                    invalid(what + " is of type NOTATION, which an element without content must not have");
                }
                for (String notation : attribute.values()) {
                    if (dtd.notation(notation) == null) {
                        invalid(what + " names the notation " + notation + ", which is not declared");
                    }
                }
            }
            default -> {}
        }
        if (value != null && !isLexical(attribute, new HashSet<>(attribute.values()), value)) {
            invalid(what + " has a default value that is not of type " + attribute.typeText() + ": " + quoted(value));
        }
        if (attribute.name().equals("xml:space")
                && !(attribute.type().equals("ENUMERATION")
                        && Set.of("default", "preserve").containsAll(attribute.values()))) {
            invalid(what + " must be an enumeration of default and preserve");
        }
    }

    /** True where a value is in the lexical form of its type. */
    private boolean isLexical(AttributeDeclaration attribute, Set<String> values, String value) {
        return switch (attribute.type()) {
            case "CDATA" -> true;
            case "ID", "IDREF", "ENTITY" -> isName(value);
            case "IDREFS", "ENTITIES" -> all(value, true);
            case "NMTOKEN" -> Characters.isNameToken(value, edition);
            case "NMTOKENS" -> all(value, false);
            default -> values.contains(value);
        };
    }

    private boolean isName(String text) {
        return dtd.rules.namespaces() ? Characters.isNCName(text, edition) : Characters.isName(text, edition);
    }

    private boolean all(String list, boolean names) {
        for (String item : list.split(" ", -1)) {
            if (!(names ? isName(item) : Characters.isNameToken(item, edition))) {
                return false;
            }
        }
        return true;
    }

    private static String quoted(String value) {
        return '"' + (value.length() <= 40 ? value : value.substring(0, 40) + "...") + '"';
    }

    // ---------------------------------------------------------------- elements

    private ElementRules rules(String name) {
        ElementRules known = rules.get(name);
        if (known != null) {
            return known;
        }
        ElementDeclaration declared = dtd.element(name);
        ElementRules made = new ElementRules(name, declared);
        for (AttributeDeclaration attribute : dtd.attributes(name)) {
            AttributeRule rule = new AttributeRule(attribute);
            made.attributes.put(attribute.name(), rule);
            if (attribute.presence() == AttributeDeclaration.Presence.REQUIRED) {
                made.required.add(rule);
            }
        }
        if (declared != null) {
            String model = declared.content().text();
            switch (declared.content().kind()) {
                case MIXED -> made.mixed = new HashSet<>(mixedNames(model));
                case CHILDREN -> made.automaton = dtd.models.automaton(declared, budget);
                default -> {}
            }
        }
        rules.put(name, made);
        return made;
    }

    /** A start tag; its attributes follow one by one, then {@link #endOfAttributes}. */
    public void startElement(String name) {
        takeNotes();
        if (depth == 0) {
            if (!name.equals(dtd.doctype().name())) {
                invalid("the document's element must be " + dtd.doctype().name() + ", as its DOCTYPE says, but is "
                        + name);
            }
        } else {
            child(name);
        }
        ElementRules entered = rules(name);
        if (entered.declaration == null) {
            invalid("the element type " + name + " is not declared");
        }
        if (++depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
            states = Arrays.copyOf(states, depth * 2);
        }
        open[depth] = entered;
        states[depth] = entered.automaton == null ? null : entered.automaton.start();
        tag++;
        references = dtd.references();
    }

    private void child(String name) {
        ElementRules parent = open[depth];
        if (parent == null || parent.kind() == null) {
            return;
        }
        checkEmpty(parent);
        ContentAutomaton automaton = parent.automaton;
        ContentAutomaton.State state = states[depth];
        if (automaton != null && state != null) {
            ContentAutomaton.State next = automaton.step(state, name);
            if (next == null) {
                invalid("the element " + name + " is not allowed here in " + parent.name + "; expected: "
                        + automaton.expected(state));
            }
            states[depth] = next;
        } else if (parent.kind() == ContentModel.Kind.MIXED && !parent.mixed.contains(name)) {
            invalid("the element " + name + " is not allowed in " + parent.name);
        }
    }

    /** An attribute of the current start tag, a namespace declaration too. */
    public void attribute(String name, String value) {
        ElementRules element = open[depth];
        if (element == null) {
            return;
        }
        AttributeRule rule = element.attributes.get(name);
        if (rule == null) {
            if (element.declaration != null) {
                invalid("the attribute " + name + " of " + element.name + " is not declared");
            }
            return;
        }
        rule.tag = tag;
        AttributeDeclaration declared = rule.declaration;
        String what = "the attribute " + name + " of " + element.name;
        if (!isLexical(declared, rule.values, value)) {
            invalid(what + " must be of type " + declared.typeText() + " but is " + quoted(value));
            return;
        }
        if (declared.presence() == AttributeDeclaration.Presence.FIXED && !value.equals(declared.value())) {
            invalid(what + " must be " + quoted(String.valueOf(declared.value())) + " but is " + quoted(value));
        }
        switch (declared.type()) {
            case "ID" -> {
                if (!ids.add(value)) {
                    invalid(what + " is the ID " + quoted(value) + ", which another element has already");
                }
                awaited.remove(value);
            }
            case "IDREF", "IDREFS" -> {
                for (String id : value.split(" ")) {
                    if (!ids.contains(id)) {
                        awaited.add(id);
                    }
                }
            }
            case "ENTITY", "ENTITIES" -> {
                for (String entity : value.split(" ")) {
                    EntityDeclaration unparsed = dtd.entity(entity);
                    if (unparsed == null || unparsed.notation() == null) {
                        invalid(what + " must name an unparsed entity that is declared, but names " + quoted(entity));
                    }
                }
            }
            default -> {}
        }
    }

    /** The start tag has no more attributes. */
    public void endOfAttributes() {
        ElementRules element = open[depth];
        if (element == null) {
            return;
        }
        for (AttributeRule rule : element.required) {
            if (rule.tag != tag) {
                invalid("the attribute " + rule.declaration.name() + " of " + element.name + " is required");
            }
        }
    }

    public void endElement() {
        takeNotes();
        ElementRules element = open[depth];
        if (element != null) {
            checkReferences(element);
            ContentAutomaton automaton = element.automaton;
            ContentAutomaton.State state = states[depth];
            if (automaton != null && state != null && !state.isAccepting()) {
                invalid("the element " + element.name + " ends too early; expected: " + automaton.expected(state));
            }
        }
        open[depth] = null;
        states[depth] = null;
        depth--;
    }

    // ---------------------------------------------------------------- text, comments, instructions, references

    /** True where any text is valid at this place: the caller need not inspect it. */
    public boolean allowsText() {
        ElementRules element = open[depth];
        return element == null || (element.kind() != ContentModel.Kind.EMPTY && element.automaton == null);
    }

    /**
     * Text in the current element.
     *
     * @param white it is white space only
     * @param plain none of it is from a CDATA section or a character reference
     */
    public void text(boolean white, boolean plain) {
        takeNotes();
        ElementRules element = open[depth];
        if (element == null) {
            return;
        }
        checkEmpty(element);
        if (element.automaton == null || element.declaration == null) {
            return;
        }
        if (!white) {
            invalid("the element " + element.name + " holds elements only, but here is text");
        } else if (!plain) {
            invalid("the element " + element.name
                    + " holds elements only: white space in it must not be a reference or a CDATA section");
        } else if (dtd.standalone && element.declaration.declaredOutside()) {
            invalid("the document declares standalone=\"yes\", but there is white space in " + element.name
                    + ", which is declared outside the internal subset to hold elements only");
        }
    }

    /** A comment, a processing instruction or a reference that is not expanded. */
    public void misc() {
        takeNotes();
        ElementRules element = open[depth];
        if (element != null) {
            checkEmpty(element);
        }
    }

    /** A reference whose content is not known: what may come after it is not known either. */
    public void unknownContent() {
        misc();
        states[depth] = null;
    }

    private void checkEmpty(ElementRules element) {
        // The faults noted so far are reported first.
        references = dtd.references();
        if (element.kind() == ContentModel.Kind.EMPTY) {
            invalid("the element " + element.name + " must be empty");
        }
    }

    /** References to empty entities are no events, but an element declared EMPTY must not hold them either. */
    private void checkReferences(ElementRules element) {
        if (references != dtd.references()) {
            checkEmpty(element);
        }
    }

    private void takeNotes() {
        List<String> notes = dtd.takeNotes();
        if (!notes.isEmpty()) {
            notes.forEach(this::invalid);
        }
    }

    /** After the document's element. */
    public void endDocument() {
        takeNotes();
        for (String id : awaited) {
            invalid("an attribute refers to the ID " + quoted(id) + ", which no element has");
        }
    }
}
