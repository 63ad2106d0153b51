package dev.weir.bpel;

import dev.weir.bpel.analysis.StaticAnalysis;
import dev.weir.bpel.dialect.Dialect;
import dev.weir.bpel.graph.CorrelationKeys;
import dev.weir.bpel.graph.EarlyReceive;
import dev.weir.bpel.graph.GraphCompiler;
import dev.weir.bpel.graph.MissingProperty;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.ProcessDocuments;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.bpel.language.Bpel4wsTranslation;
import dev.weir.bpel.language.Construct;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.store.ComponentId;
import dev.weir.store.Subscription;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.MissingDocument;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.SeenDocuments;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathFunctions;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A process as deployed: parsed, checked, and compiled into its executable graph. Immutable and thread-safe. */
public final class ProcessDefinition {
    private final ProcessGraph graph;
    private final HeaderUse headers;
    private final List<PartnerLink> partnerLinks;
    private final List<EventType> events;
    private final List<Problem> warnings;

    private ProcessDefinition(ProcessGraph graph, Collection<EventType> events, List<Problem> warnings) {
        this.graph = graph;
        this.warnings = warnings;
        this.events = List.copyOf(events);
        this.headers = HeaderUse.of(graph);
        this.partnerLinks = graph.partnerLinks().stream()
                .filter(link -> link.scope() == graph.root().id() || link.name().indexOf('/') > 0)
                .map(link -> new PartnerLink(link.name(), link.myPortType(), link.partnerPortType()))
                .toList();
    }

    /**
     * Reads a process of WS-BPEL 2.0 or BPEL4WS 1.1 and all that it imports.
     *
     * @throws BpelException with every problem found, not only the first
     */
    public static ProcessDefinition compile(URI location, Resources resources) {
        return compile(location, resources, XPathFunctions.NONE);
    }

    /**
     * The same with XPath functions beside BPEL's own.
     *
     * @throws BpelException with every problem found, not only the first
     */
    public static ProcessDefinition compile(URI location, Resources resources, XPathFunctions functions) {
        return compile(location, resources, functions, List.of());
    }

    /**
     * The same with documents that a process sees without importing them. One of BPEL4WS 1.1 imports nothing itself; for
     * one of WS-BPEL 2.0 Oracle's tools write an import of its own interface only.
     *
     * @param further WSDLs, those of its component type and composite: a definition in them counts where no document that
     *     comes before it has one of that name, the imported ones first
     * @throws BpelException with every problem found, not only the first
     */
    public static ProcessDefinition compile(
            URI location, Resources resources, XPathFunctions functions, List<URI> further) {
        return compile(location, resources, functions, further, Map.of());
    }

    /**
     * The same with the sub-processes that it may call beside its own inline ones.
     *
     * @param subProcesses their documents, by component: a partner link of a sub-process that no call gives it is called
     *     {@code COMPONENT/LINK} among the process's
     * @throws BpelException with every problem found, not only the first
     */
    public static ProcessDefinition compile(
            URI location,
            Resources resources,
            XPathFunctions functions,
            List<URI> further,
            Map<String, URI> subProcesses) {
        return compile(location, resources, functions, further, subProcesses, Dialect.STANDARD);
    }

    /**
     * The same in a dialect.
     *
     * @throws BpelException with every problem found, not only the first
     */
    public static ProcessDefinition compile(
            URI location,
            Resources resources,
            XPathFunctions functions,
            List<URI> further,
            Map<String, URI> subProcesses,
            Dialect dialect) {
        return compile(
                location, resources, functions, new ProcessSurroundings(further, subProcesses, List.of()), dialect);
    }

    /**
     * The same with all that it sees of its composite.
     *
     * @throws BpelException with every problem found, not only the first
     */
    public static ProcessDefinition compile(
            URI location,
            Resources reader,
            XPathFunctions functions,
            ProcessSurroundings surroundings,
            Dialect dialect) {
        Resources resources = reader;
        List<URI> further = surroundings.wsdls();
        String file = Problem.fileOf(location);
        Problems problems = new Problems(file, surroundings.lenient());
        XmlElement root;
        try {
            root = XmlElement.parse(resources.read(location));
        } catch (XmlException e) {
            throw new BpelException(List.of(Problem.unreadable(file, e)));
        } catch (WsdlException e) {
            throw new BpelException(List.of(Problem.ofFile(
                    file,
                    "bpel-document-unreadable",
                    "the process cannot be read: " + e.getMessage(),
                    "add the file, or correct its name")));
        }
        boolean old = Bpel4wsTranslation.applies(root);
        if (old) {
            root = Bpel4wsTranslation.translate(root);
        }
        Map<XmlName, EventType> known = new LinkedHashMap<>();
        surroundings.events().forEach(event -> known.put(event.name(), event));
        byte[] ofEvents = EventTranslation.translate(root, known, problems);
        if (ofEvents != null) {
            further = new ArrayList<>(surroundings.wsdls());
            further.add(EventTranslation.WSDL);
            resources = with(ofEvents, reader);
        }
        StaticAnalysis.Seen seen = new StaticAnalysis.Seen(further, surroundings.linkWsdls(), resources);
        StaticAnalysis.check(root, location, seen, dialect, problems);
        Construct.ProcessDocument process = ProcessReader.read(root, problems);
        if (process == null) {
            throw new BpelException(problems.list(), problems.warnings());
        }
        ImportedDocuments imported = new ImportedDocuments(resources, dialect, problems);
        imported.read(process.imports(), location);
        further.forEach(imported::readFurther);
        List<Construct.SubProcess> callable =
                subProcesses(surroundings.subProcesses(), further, imported, resources, dialect, problems);
        ProcessDocuments documents = documents(
                process,
                imported,
                location,
                resources,
                surroundings,
                surroundings.java() ? ProcessReader.javaImports(root) : null,
                problems);
        ProcessGraph graph = documents == null
                ? null
                : GraphCompiler.compile(process, callable, documents, functions, dialect, problems);
        if (graph == null) {
            throw new BpelException(problems.list(), problems.warnings());
        }
        return new ProcessDefinition(graph, known.values(), problems.warnings());
    }

    private static Resources with(byte[] events, Resources others) {
        return new Resources() {
            @Override
            public byte[] read(URI uri) {
                return uri.equals(EventTranslation.WSDL) ? events : others.read(uri);
            }

            /** The events are this process's: another one of the composite has others, at the same location. */
            @Override
            public @Nullable SeenDocuments seen(URI uri) {
                return uri.equals(EventTranslation.WSDL) ? null : others.seen(uri);
            }
        };
    }

    private static List<Construct.SubProcess> subProcesses(
            Map<String, URI> documents,
            List<URI> further,
            ImportedDocuments imported,
            Resources resources,
            Dialect dialect,
            Problems problems) {
        List<Construct.SubProcess> subProcesses = new ArrayList<>();
        documents.forEach((component, document) -> {
            String process = problems.enter(Problem.fileOf(document));
            try {
                XmlElement root = XmlElement.parse(resources.read(document));
                if (ProcessReader.isSubProcess(root)) {
                    EventTranslation.refuse(root, problems);
                    StaticAnalysis.Seen seen = new StaticAnalysis.Seen(further, Map.of(), resources);
                    StaticAnalysis.check(root, document, seen, dialect, problems);
                    Construct.SubProcess subProcess = ProcessReader.readSubProcess(root, component, problems);
                    imported.read(subProcess.imports(), document);
                    subProcesses.add(subProcess);
                } else {
                    problems.add(
                            root,
                            "bpel-document-element",
                            "the document's element is " + root.name(),
                            "make it <subProcess xmlns=\"" + ProcessReader.ORACLE + "\">");
                }
            } catch (XmlException e) {
                problems.add(Problem.unreadable(problems.file(), e));
            } catch (WsdlException e) {
                problems.add(
                        0,
                        "bpel-document-unreadable",
                        "the sub-process cannot be read: " + e.getMessage(),
                        "add the file, or correct its name");
            } finally {
                problems.enter(process);
            }
        });
        return subProcesses;
    }

    /** The documents that a process sees; null where they do not fit together. */
    private static @Nullable ProcessDocuments documents(
            Construct.ProcessDocument process,
            ImportedDocuments imported,
            URI location,
            Resources resources,
            ProcessSurroundings surroundings,
            @Nullable List<String> java,
            Problems problems) {
        if (imported.noWsdl()) {
            if (problems.list().stream().anyMatch(each -> each.rule().equals(MissingDocument.RULE))) {
                return null;
            }
            problems.add(
                    process.line(),
                    "bpel-no-wsdl",
                    "the process imports no WSDL",
                    "import the one that defines its partner link types");
            return null;
        }
        Wsdl wsdl;
        try {
            wsdl = imported.wsdl();
        } catch (WsdlException e) {
            problems.add(
                    process.line(),
                    "bpel-wsdl-conflict",
                    "the imported WSDLs do not fit together: " + e.getMessage(),
                    "import documents that agree");
            return null;
        }
        List<XmlElement> schemas = new ArrayList<>(imported.schemaElements());
        schemas.addAll(wsdl.schemas());
        return new ProcessDocuments(
                wsdl,
                surroundings.linkWsdls(),
                surroundings.linkAddresses(),
                schemas,
                imported.schemas(),
                location,
                resources,
                java,
                surroundings.classes());
    }

    public XmlName name() {
        return graph.name();
    }

    /** What will fail when it is reached, and what else people should know of the process before it runs. */
    public List<Problem> warnings() {
        return warnings;
    }

    /** Those of the process's own level, and those of the sub-processes that it calls, as {@code COMPONENT/LINK}. */
    public List<PartnerLink> partnerLinks() {
        return partnerLinks;
    }

    /** The event that a partner link stands for; null for a partner link that the process declares. */
    public @Nullable EventType event(String partnerLink) {
        for (EventType event : events) {
            if (event.link().equals(partnerLink)) {
                return event;
            }
        }
        return null;
    }

    /** True if the process waits somewhere for an event. */
    public boolean awaits(EventType event) {
        return partnerLinks.stream().anyMatch(link -> link.name().equals(event.link()) && link.myPortType() != null);
    }

    /** What the process sends and reads of messages beside their parts. */
    public HeaderUse headers() {
        return headers;
    }

    /** The partner links, of whatever scope, on which the process receives messages somewhere; none that stands for an event. */
    public SortedSet<String> receivingLinks() {
        SortedSet<String> links = new TreeSet<>();
        graph.inbound().forEach(entry -> links.add(entry.inbound().link().name()));
        links.removeIf(link -> event(link) != null);
        return links;
    }

    /** True if the process receives this operation somewhere. */
    public boolean receives(String partnerLink, String operation) {
        return graph.inbound().stream()
                .anyMatch(entry -> entry.inbound().link().name().equals(partnerLink)
                        && entry.inbound().operation().name().equals(operation));
    }

    /** The operations that the process calls, by partner link; those of a sub-process that it calls are {@code COMPONENT/LINK}. */
    public SortedMap<String, SortedSet<String>> calledOperations() {
        SortedMap<String, SortedSet<String>> called = new TreeMap<>();
        for (Node node : graph.nodes()) {
            if (node instanceof Node.Invoke invoke && event(invoke.link().name()) == null) {
                called.computeIfAbsent(invoke.link().name(), link -> new TreeSet<>())
                        .add(invoke.operation().name());
            }
        }
        return called;
    }

    /** True if a message for this operation may start an instance (createInstance="yes"). */
    public boolean creates(String partnerLink, String operation) {
        return graph.inbound().stream()
                .anyMatch(entry -> entry.createInstance()
                        && entry.inbound().link().name().equals(partnerLink)
                        && entry.inbound().operation().name().equals(operation));
    }

    /** True if an instance that runs may wait for a message for this operation. */
    public boolean awaits(String partnerLink, String operation) {
        long starts = graph.nodes().stream()
                .filter(node -> node instanceof Node.Receive receive && receive.createInstance()
                        || node instanceof Node.Pick pick && pick.createInstance())
                .count();
        // Of several activities that may start an instance, one does, and then it waits at the others.
        return graph.inbound().stream()
                .anyMatch(entry -> (!entry.createInstance() || starts > 1)
                        && entry.inbound().link().name().equals(partnerLink)
                        && entry.inbound().operation().name().equals(operation));
    }

    /**
     * The correlation keys under which instances of this process may wait for a message: one for each combination of
     * correlation sets that a receive of this operation uses; and where one uses no set that has values by then (none at
     * all, or only such as it initiates), one for the conversation, where there is one, and one that every message of the
     * operation has. A receive of that kind waits under the conversation of the instance's last call on the partner
     * link, or, before any call on it, under the latter. Each key holds component, partner link and operation, so that
     * keys of different components never meet, and is at most 200 characters long.
     *
     * @param component the deployed component, as in {@link dev.weir.store.Message#component}
     * @param conversation the id of the message that this one relates to; null for none
     * @throws BpelFault {@code selectionFailure} when the message starts no instance and lacks what every receive of the
     *     operation correlates by; {@code correlationViolation} when that has no alias for the message
     */
    public List<String> keys(
            ComponentId component,
            String partnerLink,
            String operation,
            MessageValue message,
            @Nullable String conversation) {
        try {
            return CorrelationKeys.of(graph, component, partnerLink, operation, message, conversation);
        } catch (MissingProperty e) {
            throw BpelFault.standard(e.fault(), String.valueOf(e.getMessage()));
        }
    }

    /**
     * True for a key under which an instance waits for a message of some conversation. A key that was too long to be kept as it
     * is does not show that.
     */
    public static boolean isOfConversation(String key, ComponentId component, String partnerLink, String operation) {
        return CorrelationKeys.isOfConversation(key, component, partnerLink, operation);
    }

    /**
     * What an instance waits for as soon as a message has started it: messages for receives that lie ahead, of operations
     * that start instances, too, and with the same correlation. They meet it, and start no other.
     */
    public List<Subscription> awaited(
            ComponentId component, String partnerLink, String operation, MessageValue message) {
        return EarlyReceive.atTheStart(graph, component, partnerLink, operation, message);
    }

    /**
     * Where instances may come to rest for longer than a call takes, as {@code wait Dry, line 18}: a process with none
     * may run in memory from its first message to its end.
     */
    public List<String> dehydrationPoints() {
        List<String> points = new ArrayList<>();
        int starts = 0;
        for (Node node : graph.nodes()) {
            boolean starting = node instanceof Node.Receive receive && receive.createInstance()
                    || node instanceof Node.Pick pick
                            && pick.createInstance()
                            && pick.onAlarms().isEmpty();
            starts += starting ? 1 : 0;
            boolean rests = node instanceof Node.Receive
                    || node instanceof Node.Pick
                    || node instanceof Node.Wait
                    || node instanceof Node.OnEvent
                    || node instanceof Node.EventAlarm
                    || node instanceof Node.Signal
                    || node instanceof Node.ReceiveSignal
                    || node instanceof Node.Dehydrate
                    || node instanceof Node.Invoke invoke && invoke.detailLabel() != null;
            if (rests && (!starting || starts > 1)) {
                Node.Head head = node.head();
                points.add((head.kind().equals(head.label()) ? head.kind() : head.kind() + " " + head.label())
                        + ", line " + head.line());
            }
        }
        return List.copyOf(points);
    }

    /**
     * True if a call of an operation may be in a scope that can begin again, as a replay has it; also where no activity makes
     * such a call now, so that nothing is known of it.
     */
    public boolean replays(String partnerLink, String operation) {
        List<Node> calls = graph.nodes().stream()
                .filter(node -> node instanceof Node.Invoke invoke
                        && invoke.link().name().equals(partnerLink)
                        && invoke.operation().name().equals(operation))
                .toList();
        return calls.isEmpty() || calls.stream().anyMatch(this::isInScope);
    }

    /** The process itself cannot begin again, and what fails in the handler of a scope is a matter of the one around that. */
    private boolean isInScope(Node node) {
        Node inside = node;
        while (inside.head().parent() > 0) {
            Node around = graph.node(inside.head().parent());
            if (around instanceof Node.Scope scope
                    && (scope.body().id() == inside.id()
                            || scope.eventHandlers().contains(inside))) {
                return true;
            }
            inside = around;
        }
        return false;
    }

    /** All of its activities by their ids, 0 for the process itself: made anew at each call. */
    public List<ProcessActivity> activities() {
        return ProcessOutline.of(graph);
    }

    ProcessGraph graph() {
        return graph;
    }

    /**
     * A process-level partner link.
     *
     * @param myPortType what the process offers on it; null where it has no myRole
     * @param partnerPortType what the process calls on it; null where it has no partnerRole
     */
    public record PartnerLink(
            String name,
            @Nullable PortType myPortType,
            @Nullable PortType partnerPortType) {}
}
