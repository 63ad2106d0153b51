package dev.weir.bpel.language;

import dev.weir.bpel.language.Construct.Import;
import dev.weir.bpel.language.Construct.ProcessDocument;
import dev.weir.bpel.language.Construct.Scope;
import dev.weir.bpel.language.Construct.SubProcess;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document of WS-BPEL 2.0 into constructs. Elements and attributes of foreign namespaces are passed over, as
 * the specification allows (section 5.3); an element of BPEL's own that is not known here is a problem. A document with
 * problems may still give a process, made of what could be read, so that later checks find more.
 */
public final class ProcessReader {
    /** The namespace of executable processes. */
    public static final String NAMESPACE = "http://docs.oasis-open.org/wsbpel/2.0/process/executable";

    /** The default language of expressions and queries. */
    public static final String XPATH = "urn:oasis:names:tc:wsbpel:2.0:sublang:xpath1.0";

    /** The namespace of Oracle's extensions. */
    public static final String ORACLE = "http://schemas.oracle.com/bpel/extension";

    private static final String ABSTRACT = "http://docs.oasis-open.org/wsbpel/2.0/process/abstract";

    /** Oracle's importType of Java classes, for exec. */
    public static final String JAVA = "http://schemas.oracle.com/bpel/extension/java";

    private static final Set<String> DOCUMENT_CHILDREN = Set.of("import", "extensions");

    private final Problems problems;
    private final ElementReader in;
    private final ActivityReader activities;

    private ProcessReader(Problems problems) {
        this.problems = problems;
        this.in = new ElementReader(problems);
        this.activities = new ActivityReader(in, problems);
    }

    /** The process, or null where the document is none. */
    public static @Nullable ProcessDocument read(XmlElement root, Problems problems) {
        return new ProcessReader(problems).process(root);
    }

    /** True for the document element of a sub-process. */
    public static boolean isSubProcess(XmlElement root) {
        return root.name().equals(OracleExtensions.name("subProcess"));
    }

    /**
     * A sub-process with a document of its own.
     *
     * @param component its component in the composite
     * @param problems knows the document as the one that lines are of
     */
    public static SubProcess readSubProcess(XmlElement root, String component, Problems problems) {
        return new ProcessReader(problems).subProcess(root, component);
    }

    private @Nullable ProcessDocument process(XmlElement root) {
        if (!root.name().equals(ElementReader.name("process"))) {
            String namespace = root.name().namespace();
            problems.add(
                    root,
                    "bpel-document-element",
                    namespace.equals(ABSTRACT)
                            ? "an abstract process cannot be executed"
                            : "the document's element is " + root.name(),
                    "make it <process xmlns=\"" + NAMESPACE + "\">");
            return null;
        }
        Scope scope = activities.scopes().scope(root, DOCUMENT_CHILDREN);
        return new ProcessDocument(
                in.required(root, "name"),
                in.required(root, "targetNamespace"),
                imports(root),
                inlineSubProcesses(root),
                scope,
                root.line());
    }

    /** What the Java of a process imports: by import elements, and by Oracle's exec elements anywhere in it. */
    public static List<String> javaImports(XmlElement root) {
        List<String> imports = new ArrayList<>();
        for (XmlElement element : root.elements(ElementReader.name("import"))) {
            if (JAVA.equals(element.attributeValue("importType"))) {
                add(imports, element.attributeValue("location"));
            }
        }
        Deque<XmlElement> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            XmlElement element = open.pop();
            if (element.name().equals(OracleExtensions.name("exec"))) {
                add(imports, element.attributeValue("import"));
            }
            List<XmlElement> children = element.elements();
            for (int i = children.size() - 1; i >= 0; i--) {
                open.push(children.get(i));
            }
        }
        return List.copyOf(imports);
    }

    private static void add(List<String> imports, @Nullable String imported) {
        if (imported != null) {
            imports.add(imported.strip());
        }
    }

    private List<Import> imports(XmlElement root) {
        List<Import> imports = new ArrayList<>();
        for (XmlElement element : root.elements(ElementReader.name("import"))) {
            imports.add(new Import(
                    ElementReader.orEmpty(element.attributeValue("namespace")),
                    element.attributeValue("location"),
                    in.required(element, "importType"),
                    element.line()));
        }
        return List.copyOf(imports);
    }

    // Sub-processes

    private List<SubProcess> inlineSubProcesses(XmlElement root) {
        List<SubProcess> inline = new ArrayList<>();
        for (XmlElement element : root.elements(OracleExtensions.name("inlineSubProcess"))) {
            inline.add(subProcess(element, null));
        }
        return List.copyOf(inline);
    }

    private SubProcess subProcess(XmlElement element, @Nullable String component) {
        Set<String> required = new LinkedHashSet<>();
        for (String list : List.of("partnerLink", "variable")) {
            XmlElement declared = element.element(ElementReader.name(list + "s"));
            if (declared != null) {
                declared.elements(ElementReader.name(list)).stream()
                        .filter(each -> OracleExtensions.yes(each, "argumentRequired"))
                        .forEach(each -> required.add(ElementReader.orEmpty(each.attributeValue("name"))));
            }
        }
        Scope scope = activities.ofSubProcess(() -> activities.scopes().scope(element, DOCUMENT_CHILDREN));
        String namespace = element.attributeValue("targetNamespace");
        return new SubProcess(
                XmlName.of(ElementReader.orEmpty(namespace), in.required(element, "name")),
                component,
                problems.file(),
                imports(element),
                component == null ? List.of() : inlineSubProcesses(element),
                scope,
                required,
                element.line());
    }
}
