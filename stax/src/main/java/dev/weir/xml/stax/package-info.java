/**
 * The StAX 1.0 and StAX2 face: what a document holds comes out as cursor or event reader, what a cursor or event writer
 * is told goes into a document.
 *
 * <p>Factories are found by {@link java.util.ServiceLoader} or made by name. They are secure unless they are told
 * otherwise; {@link dev.weir.xml.stax.SpecInputFactory} starts with what StAX 1.0 prescribes.
 */
package dev.weir.xml.stax;
