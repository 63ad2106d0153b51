package dev.weir.bpel.graph;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.bpel.exec.SnippetCompiler;
import dev.weir.bpel.language.Construct;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.schema.SchemaTypes;
import dev.weir.xpath.second.XPath20;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compiles constructs into a graph. Whether names are declared and messages fit is checked by {@code
 * dev.weir.bpel.analysis}; here expressions are found that are no XPath. A construct with a problem becomes an empty
 * activity, so that the others are still compiled; a graph is only given where there was no problem at all.
 */
public final class GraphCompiler {
    private GraphCompiler() {}

    /**
     * The graph of a process, or null where there are problems.
     *
     * @param subProcesses those with documents of their own that it may call
     * @param functions XPath functions beside BPEL's own
     */
    public static @Nullable ProcessGraph compile(
            Construct.ProcessDocument process,
            List<Construct.SubProcess> subProcesses,
            ProcessDocuments documents,
            XPathFunctions functions,
            Dialect dialect,
            Problems problems) {
        UnresolvedReferences unresolved = new UnresolvedReferences(problems);
        GraphParts parts = new GraphParts();
        Wsdl wsdl = documents.wsdl();
        Resources resources = documents.resources();
        XPath20 second = new XPath20(documents.location(), resources);
        PartnerDefinitions definitions = new PartnerDefinitions(wsdl, second, problems);
        SchemaTypes types = new SchemaTypes(documents.schemas());
        ValidationSchemas validation =
                new ValidationSchemas(wsdl, documents.importedSchemas(), resources, types, problems);
        Compensations compensations = new Compensations(parts, unresolved);
        Replays replays = new Replays(parts, problems);
        VariableTrees.Builder trees = new VariableTrees.Builder(dialect, documents.schemas());
        List<String> javaImports = documents.java();
        SnippetCompiler java = javaImports == null ? null : new SnippetCompiler(javaImports, documents.classes());
        CompilerParts shared = new CompilerParts(
                parts,
                definitions,
                new Declarations(documents, definitions, types, unresolved),
                new ExpressionCompiler(
                        definitions,
                        types,
                        second,
                        new TransformationFiles(documents.location(), resources, functions),
                        functions,
                        dialect,
                        problems),
                trees,
                unresolved,
                java,
                problems);
        ActivityCompiler activities = new ActivityCompiler(shared, validation, compensations, replays, subProcesses);
        Node.Scope root = activities.process(process.scope(), process.subProcesses());
        compensations.resolve();
        replays.resolve();
        unresolved.report();
        if (java != null) {
            java.compile(problems);
        }
        if (!problems.isEmpty()) {
            return null;
        }
        List<Link> links = parts.links.list();
        return new ProcessGraph(
                XmlName.of(process.targetNamespace(), process.name()),
                List.copyOf(parts.nodes),
                root,
                activities.entries(),
                EarlyReceive.of(parts.nodes, activities.entries()),
                List.copyOf(parts.variables),
                List.copyOf(parts.partnerLinks),
                List.copyOf(parts.correlationSets),
                links,
                types,
                validation.compiled(),
                trees.build(),
                ShapeChecksum.of(parts.nodes, parts.variables, parts.partnerLinks, parts.correlationSets, links));
    }
}
