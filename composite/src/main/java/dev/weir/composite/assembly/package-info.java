/** composite.xml, component types and archives in; a linked composite out. */
package dev.weir.composite.assembly;
