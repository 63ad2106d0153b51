/** A process as written in, its executable form out: activities with ids, names resolved, expressions compiled. */
package dev.weir.bpel.graph;
