/**
 * The suites {@code bind} and {@code persons}: measure JAXB implementations, Jackson, StAX by hand and Weir making objects
 * from documents.
 */
package dev.weir.bench.bind;
