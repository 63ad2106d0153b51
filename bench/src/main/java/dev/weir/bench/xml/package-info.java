/** The suite {@code xml}: documents come in through every parser, and go out through every writer, beside the peers. */
package dev.weir.bench.xml;
