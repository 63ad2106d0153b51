/** The suite {@code bind}: measures JAXB implementations, Jackson and Weir binding documents to objects. */
package dev.weir.bench.bind;
