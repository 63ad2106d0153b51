/** The executable form: activities with ids, parents, and compiled expressions. */
package dev.weir.bpel.graph;
