/**
 * The plan of a bound class: the operations of its codec for each name and each property, to be interpreted or
 * compiled.
 *
 * <p>Each operation of a plan is implemented twice, by {@link dev.weir.bind.interpret.InterpretedCodec} and by an emitter in
 * {@link dev.weir.bind.compile}; a change to one belongs in the other. The operations are: create an object, read
 * attributes (expected, other, any), read elements (one, repeated, in a wrapper, wildcard, mixed text), read the value, store
 * lists and references by ID, complete collections, write attributes, write the value, write elements. The tests beside the
 * reference implementation compare both.
 */
package dev.weir.bind.plan;
