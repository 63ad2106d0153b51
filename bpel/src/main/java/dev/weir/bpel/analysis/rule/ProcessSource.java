package dev.weir.bpel.analysis.rule;

import dev.weir.bpel.language.ProcessReader;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The document of a process for rules: its elements by name, and the declarations that names refer to at an element.
 */
public final class ProcessSource {
    private static final Set<String> HANDLERS =
            Set.of("catch", "catchAll", "compensationHandler", "terminationHandler");

    private static final Set<XmlName> SUB_PROCESSES = Set.of(
            XmlName.of(ProcessReader.ORACLE, "subProcess"), XmlName.of(ProcessReader.ORACLE, "inlineSubProcess"));

    private final XmlElement root;
    private final ImportedDefinitions imported;
    private final List<XmlElement> elements = new ArrayList<>();
    private final Map<String, List<XmlElement>> byName = new HashMap<>();

    /** What a variable is declared to hold; all null where the declaration has no type. */
    public record VariableType(
            @Nullable XmlName messageType,
            @Nullable XmlName element,
            @Nullable XmlName type) {}

    private static final VariableType COUNTER =
            new VariableType(null, null, XmlName.of(ImportedDefinitions.SCHEMA, "unsignedInt"));

    public ProcessSource(XmlElement root, ImportedDefinitions imported) {
        this.root = root;
        this.imported = imported;
        Deque<XmlElement> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            XmlElement element = open.pop();
            if (element.name().namespace().equals(ProcessReader.NAMESPACE) || isSubProcess(element)) {
                elements.add(element);
                byName.computeIfAbsent(element.name().local(), k -> new ArrayList<>())
                        .add(element);
            }
            if (!is(element, "literal")) {
                List<XmlElement> children = element.elements();
                for (int i = children.size() - 1; i >= 0; i--) {
                    open.push(children.get(i));
                }
            }
        }
    }

    public XmlElement root() {
        return root;
    }

    public ImportedDefinitions imported() {
        return imported;
    }

    /** BPEL's elements of some names, in document order within each name; the content of literals is left out. */
    public List<XmlElement> all(String... locals) {
        if (locals.length == 1) {
            return byName.getOrDefault(locals[0], List.of());
        }
        List<XmlElement> found = new ArrayList<>();
        for (String local : locals) {
            found.addAll(byName.getOrDefault(local, List.of()));
        }
        return found;
    }

    /** All of BPEL's elements, in document order. */
    public List<XmlElement> all() {
        return elements;
    }

    // Elements and those around them

    public static XmlName bpel(String local) {
        return XmlName.of(ProcessReader.NAMESPACE, local);
    }

    public static boolean is(XmlElement element, String local) {
        return element.name().local().equals(local)
                && element.name().namespace().equals(ProcessReader.NAMESPACE);
    }

    public static boolean is(XmlElement element, Collection<String> locals) {
        return locals.contains(element.name().local())
                && element.name().namespace().equals(ProcessReader.NAMESPACE);
    }

    public static @Nullable XmlElement parent(XmlElement element) {
        return element.parent() instanceof XmlElement parent ? parent : null;
    }

    /** The nearest element above of one of some names. */
    public static @Nullable XmlElement above(XmlElement element, Collection<String> locals) {
        XmlElement found = parent(element);
        while (found != null && !is(found, locals)) {
            found = parent(found);
        }
        return found;
    }

    public static boolean isScope(XmlElement element) {
        return is(element, "scope") || is(element, "process") || isSubProcess(element);
    }

    /** Oracle's, inline or a document of its own. */
    public static boolean isSubProcess(XmlElement element) {
        return SUB_PROCESSES.contains(element.name());
    }

    public static boolean isHandler(XmlElement element) {
        return is(element, HANDLERS);
    }

    public static boolean yes(XmlElement element, String attribute) {
        return "yes".equals(element.attributeValue(attribute));
    }

    /** The items of a list element in an element: the links of a flow, the variables of a scope. */
    public static List<XmlElement> items(XmlElement holder, String list, String item) {
        XmlElement found = holder.element(bpel(list));
        return found == null ? List.of() : found.elements(bpel(item));
    }

    /** Those that have the attribute's value in common with an earlier one. */
    public static List<XmlElement> duplicates(List<XmlElement> elements, String attribute) {
        Set<String> seen = new HashSet<>();
        List<XmlElement> duplicates = new ArrayList<>();
        for (XmlElement element : elements) {
            String value = element.attributeValue(attribute);
            if (value != null && !seen.add(value)) {
                duplicates.add(element);
            }
        }
        return duplicates;
    }

    /** Scopes, the process among them. */
    public List<XmlElement> scopes() {
        return all("process", "scope", "subProcess", "inlineSubProcess");
    }

    // Declarations by name

    /** The declaration of a name: a child, of a list in a scope, of the element or of one around it. */
    private static @Nullable XmlElement declaration(String list, String item, @Nullable String name, XmlElement at) {
        for (XmlElement holder = at; holder != null && name != null; holder = parent(holder)) {
            if (isScope(holder)) {
                for (XmlElement declared : items(holder, list, item)) {
                    if (name.equals(declared.attributeValue("name"))) {
                        return declared;
                    }
                }
            }
        }
        return null;
    }

    public static @Nullable XmlElement partnerLink(@Nullable String name, XmlElement at) {
        return declaration("partnerLinks", "partnerLink", name, associatedScope(at));
    }

    public static @Nullable XmlElement correlationSet(@Nullable String name, XmlElement at) {
        return declaration("correlationSets", "correlationSet", name, associatedScope(at));
    }

    public static @Nullable XmlElement messageExchange(@Nullable String name, XmlElement at) {
        return declaration("messageExchanges", "messageExchange", name, associatedScope(at));
    }

    /** What an onEvent names is looked for in its scope first (section 12.7.1). */
    public static XmlElement associatedScope(XmlElement element) {
        XmlElement scope = is(element, "onEvent") ? element.element(bpel("scope")) : null;
        return scope == null ? element : scope;
    }

    /** What the variable of a name holds, seen from an element; null where none is declared. */
    public @Nullable VariableType variable(@Nullable String name, XmlElement at) {
        for (XmlElement holder = at; holder != null && name != null; holder = parent(holder)) {
            VariableType type = isScope(holder) ? ofScope(name, holder) : null;
            if (type == null && is(holder, "catch") && name.equals(holder.attributeValue("faultVariable"))) {
                type = new VariableType(
                        ImportedDefinitions.reference(holder, "faultMessageType"),
                        ImportedDefinitions.reference(holder, "faultElement"),
                        null);
            }
            if (type != null) {
                return type;
            }
        }
        return null;
    }

    private @Nullable VariableType ofScope(String name, XmlElement scope) {
        for (XmlElement declared : items(scope, "variables", "variable")) {
            if (name.equals(declared.attributeValue("name"))) {
                return typeOf(declared);
            }
        }
        XmlElement around = parent(scope);
        if (around != null && is(around, "forEach") && name.equals(around.attributeValue("counterName"))) {
            return COUNTER;
        }
        return around != null && is(around, "onEvent") ? ofEvent(name, around) : null;
    }

    private @Nullable VariableType ofEvent(String name, XmlElement onEvent) {
        if (name.equals(onEvent.attributeValue("variable"))) {
            return typeOf(onEvent);
        }
        for (XmlElement part : items(onEvent, "fromParts", "fromPart")) {
            if (name.equals(part.attributeValue("toVariable"))) {
                ImportedDefinitions.Message message =
                        Messaging.of(this, onEvent).received();
                String partName = part.attributeValue("part");
                ImportedDefinitions.Part declared = message == null || partName == null
                        ? null
                        : message.parts().get(partName);
                return declared == null
                        ? new VariableType(null, null, null)
                        : new VariableType(null, declared.element(), declared.type());
            }
        }
        return null;
    }

    public static VariableType typeOf(XmlElement declaration) {
        return new VariableType(
                ImportedDefinitions.reference(declaration, "messageType"),
                ImportedDefinitions.reference(declaration, "element"),
                ImportedDefinitions.reference(declaration, "type"));
    }

    // Handlers and what they compensate

    /** The scope, or the invoke, that the innermost handler around an element belongs to; null outside of handlers. */
    public static @Nullable XmlElement handlerOwner(XmlElement element) {
        XmlElement handler = above(element, HANDLERS);
        XmlElement owner = handler == null ? null : parent(handler);
        return owner != null && is(owner, "faultHandlers") ? parent(owner) : owner;
    }

    /** Scopes and invokes directly inside a scope, except those in its fault, compensation and termination handlers. */
    public List<XmlElement> immediatelyIn(XmlElement scope) {
        return below(
                scope,
                element -> is(element, "scope") || is(element, "invoke"),
                element -> isHandler(element) || is(element, "scope"));
    }

    /** The wanted elements below one; the search does not go deeper than elements for which {@code end} is true. */
    public static List<XmlElement> below(XmlElement top, Predicate<XmlElement> wanted, Predicate<XmlElement> end) {
        List<XmlElement> found = new ArrayList<>();
        Deque<XmlElement> open = new ArrayDeque<>(top.elements());
        while (!open.isEmpty()) {
            XmlElement element = open.pop();
            if (wanted.test(element)) {
                found.add(element);
            }
            if (!end.test(element)) {
                element.elements().forEach(open::push);
            }
        }
        return found;
    }
}
