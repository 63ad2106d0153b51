package dev.weir.bpel.graph;

import dev.weir.bpel.exec.SnippetCompiler;
import dev.weir.xml.tree.Problems;
import org.jspecify.annotations.Nullable;

/**
 * What the compilers of one process share: the graph so far, what names refer to, and where problems are collected.
 * Confined to one compilation.
 *
 * @param java null where Java is not run
 */
record CompilerParts(
        GraphParts graph,
        PartnerDefinitions definitions,
        Declarations declarations,
        ExpressionCompiler expressions,
        VariableTrees.Builder trees,
        UnresolvedReferences unresolved,
        @Nullable SnippetCompiler java,
        Problems problems) {}
