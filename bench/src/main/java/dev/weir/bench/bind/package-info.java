/** Documents come in, figures of what binds them to objects go out: JAXB's implementations, Jackson, and Weir. */
package dev.weir.bench.bind;
