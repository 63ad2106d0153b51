/**
 * A process's document and what it imports in, violations out: one class per rule of WS-BPEL 2.0, appendix B, each of
 * which looks at the documents as written and takes nothing for granted that another rule checks.
 */
package dev.weir.bpel.analysis;
