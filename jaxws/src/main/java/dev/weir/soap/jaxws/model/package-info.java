/** Annotated Java interfaces in; their operations, messages, parts and faults out. */
package dev.weir.soap.jaxws.model;
