/**
 * composite.xml, component types and archives in; a linked composite out: {@link
 * dev.weir.composite.assembly.Archive} finds and reads the files, {@link
 * dev.weir.composite.assembly.Composite#load} links and checks what they say.
 */
package dev.weir.composite.assembly;
