/** The definition as parsed: one record per construct, with the line it stands on. */
package dev.weir.bpel.language;
