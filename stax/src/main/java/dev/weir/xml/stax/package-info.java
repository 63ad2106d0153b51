/**
 * The StAX 1.0 and StAX2 API: cursor and event readers over documents, and cursor and event writers.
 *
 * <p>Factories are found by {@link java.util.ServiceLoader} or made by name. They are secure by default; {@link
 * dev.weir.xml.stax.SpecInputFactory} has the defaults that StAX 1.0 prescribes.
 */
package dev.weir.xml.stax;
