package dev.weir.bpel.graph;

import dev.weir.xml.tree.Problems;

/**
 * What the compilers of one process share: the graph so far, what names refer to, and where problems are collected.
 * Confined to one compilation.
 */
record CompilerParts(
        GraphParts graph,
        PartnerDefinitions definitions,
        Declarations declarations,
        ExpressionCompiler expressions,
        VariableTrees.Builder trees,
        UnresolvedReferences unresolved,
        Problems problems) {}
